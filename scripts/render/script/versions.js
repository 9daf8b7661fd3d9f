// Brings the list of versions up to date, leads to the same page in other versions, and says on a
// page of an old version that there is a newer one.
(() => {
  const list = document.querySelector(".version-list");
  if (!list || !location.protocol.startsWith("http")) return;
  const { lang, page } = list.dataset;
  const root = new URL(list.dataset.root, location.href);
  const [here, below] = location.pathname.slice(root.pathname.length).split("/").map(decodeURIComponent);
  // A published page stands at <root>/<version>/<language>/; anything else belongs to no version.
  if (below !== lang) {
    list.hidden = true;
    return;
  }

  const address = (version, path) => new URL(`${encodeURIComponent(version.name)}/${path}`, root).href;
  const has = (version) => (version.languages || []).includes(lang);
  const start = (version) => address(version, has(version) ? `${lang}/index.html` : "index.html");
  const json = async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer.json();
  };
  // The manifest of a version names its files, so that nobody has to ask for pages it has not.
  const samePage = async (version) => {
    const wanted = `${lang}/${page}`;
    try {
      const manifest = await json(address(version, "manifest.json"));
      return manifest.files.some((file) => file.path === wanted) ? address(version, wanted) : start(version);
    } catch {
      return start(version);
    }
  };

  const show = (versions) => {
    const items = versions.map((version) => {
      const link = Object.assign(document.createElement("a"), { href: start(version), textContent: version.name });
      if (version.name === here) link.setAttribute("aria-current", "true");
      const day = Object.assign(document.createElement("span"), { textContent: version.published.slice(0, 10) });
      const item = document.createElement("li");
      item.append(link, " ", day);
      return item;
    });
    list.querySelector("ul").replaceChildren(...items);
    list.hidden = versions.length === 0;
    list.addEventListener("toggle", () => versions.forEach(async (version, at) => {
      items[at].querySelector("a").href = await samePage(version);
    }), { once: true });
  };

  const warn = async (latest) => {
    const banner = document.querySelector(".version-banner");
    if (!banner) return;
    const text = banner.dataset.text.replace("{version}", here).replace("{latest}", latest.name);
    const link = document.createElement("a");
    link.href = await samePage(latest);
    link.textContent = banner.dataset.link;
    banner.replaceChildren(text, " ", link);
    banner.hidden = false;
  };

  json(new URL("versions.json", root)).then(({ latest, versions }) => {
    show(versions);
    const newest = versions.find((version) => version.name === latest);
    const known = versions.some((version) => version.name === here);
    if (newest && known && here !== latest) warn(newest);
  }).catch(() => {
    list.hidden = true;
  });
})();
