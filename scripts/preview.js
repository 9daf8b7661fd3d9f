/* A page of `preview`: it is loaded again when it has changed, and shows what is wrong with it. */
(() => {
  "use strict";
  const words = JSON.parse(document.currentScript.dataset.words);
  const KEY = "preview.place";
  const page = decodeURIComponent(location.pathname).replace(/^\//, "").replace(/\/$/, "/index").replace(/\.html$/, "");
  const anchors = () => [...document.querySelectorAll('.bd-article [id^="b-"]')];
  const edge = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

  /* --- the same paragraph, after the page was loaded again --------------------------------------- */

  const remember = () => {
    const all = anchors();
    const at = all.findIndex((one) => one.getBoundingClientRect().bottom > edge());
    const place = { page, top: scrollY };
    if (at >= 0) Object.assign(place, { at, id: all[at].id, offset: all[at].getBoundingClientRect().top });
    sessionStorage.setItem(KEY, JSON.stringify(place));
  };
  const back = () => {
    const place = JSON.parse(sessionStorage.getItem(KEY) || "null");
    sessionStorage.removeItem(KEY);
    if (!place || place.page !== page) return;
    history.scrollRestoration = "manual";
    const land = () => {
      // A block that is gone leaves its place to the one that stands there now.
      const block = document.getElementById(place.id) || anchors()[place.at];
      const wanted = block ? scrollY + block.getBoundingClientRect().top - place.offset : place.top;
      if (Math.abs(wanted - scrollY) > 1) scrollTo({ top: wanted, behavior: "instant" });
    };
    land();
    // Until fonts, figures and the other language have found their places.
    const observer = new ResizeObserver(land);
    observer.observe(document.body);
    const end = () => observer.disconnect();
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(event, end, { once: true, passive: true });
    setTimeout(end, 1500);
  };

  /* --- what is wrong, and where ------------------------------------------------------------------ */

  const panel = document.createElement("details");
  panel.className = "preview-panel";
  const heading = document.createElement("summary");
  const list = document.createElement("ol");
  panel.append(heading, list);
  panel.open = sessionStorage.getItem("preview.open") === "true";
  panel.addEventListener("toggle", () => sessionStorage.setItem("preview.open", panel.open));
  let lines = [];

  const blockAt = (line) => {
    let found = null;
    for (const [start, id] of lines) if (start <= line) found = id;
    return found && document.getElementById(found);
  };
  const text = (tag, content, name) => {
    const made = document.createElement(tag);
    made.textContent = content;
    if (name) made.className = name;
    return made;
  };
  const show = (findings) => {
    for (const old of document.querySelectorAll(".preview-marked"))
      old.classList.remove("preview-marked", "preview-error", "preview-warning");
    const count = findings.length;
    heading.textContent = `${words.title}: ${count ? words.some.replace("{count}", count) : words.none}`;
    panel.dataset.severity = findings.some((one) => one.severity === "error") ? "error" : count ? "warning" : "none";
    list.replaceChildren(
      ...findings.map((one) => {
        const item = document.createElement("li");
        const block = blockAt(one.line);
        const go = text("button", words.line.replace("{line}", one.line));
        go.type = "button";
        if (block) {
          block.classList.add("preview-marked", `preview-${one.severity}`);
          go.addEventListener("click", () => block.scrollIntoView({ block: "center" }));
        }
        item.append(go, ` ${one.message} `, text("code", one.rule));
        if (one.fix) item.append(text("div", `${words.fix}: ${one.fix}`, "preview-fix"));
        return item;
      }),
    );
  };

  /* --- what the server says ---------------------------------------------------------------------- */

  let known = [];
  const listen = () => {
    const events = new EventSource("/-/events");
    events.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      known = news.findings[page] || [];
      if (news.pages.includes(page) || news.pages.includes("*")) {
        remember();
        location.reload();
        return;
      }
      show(known);
    };
    events.onerror = () => {
      heading.textContent = words.waiting;
      panel.dataset.severity = "error";
    };
    // Whoever comes back after the preview was started again has an old page.
    let lost = false;
    events.addEventListener("error", () => (lost = true));
    events.addEventListener("open", () => {
      if (lost) location.reload();
    });
    addEventListener("pagehide", () => events.close());
  };

  document.body.append(panel);
  back();
  fetch(`/${page}.lines.json`)
    .then((answer) => (answer.ok ? answer.json() : []))
    .catch(() => [])
    .then((found) => {
      lines = found;
      listen();
    });
})();
