/* A page of `preview`: when it has changed it is changed in place, or else loaded again; it shows what
   is wrong with it. */
(() => {
  "use strict";
  const { version } = document.currentScript.dataset;
  const words = JSON.parse(document.currentScript.dataset.words);
  const KEY = "preview.place";
  const page = decodeURIComponent(location.pathname).replace(/^\//, "").replace(/\/$/, "/index").replace(/\.html$/, "");
  const anchors = () => [...document.querySelectorAll('.bd-article [id^="b-"]')];
  const edge = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

  /* --- the same paragraph, after the page was loaded again --------------------------------------- */

  const placeNow = () => {
    const all = anchors();
    const at = all.findIndex((one) => one.getBoundingClientRect().bottom > edge());
    const place = { page, top: scrollY };
    if (at >= 0) Object.assign(place, { at, id: all[at].id, offset: all[at].getBoundingClientRect().top });
    return place;
  };
  const goTo = (place) => {
    // A block that is gone leaves its place to the one that stands there now.
    const block = document.getElementById(place.id) || anchors()[place.at];
    const wanted = block ? scrollY + block.getBoundingClientRect().top - place.offset : place.top;
    if (Math.abs(wanted - scrollY) > 1) scrollTo({ top: wanted, behavior: "instant" });
  };
  const loadAgain = () => {
    sessionStorage.setItem(KEY, JSON.stringify(placeNow()));
    location.reload();
  };
  const back = () => {
    const place = JSON.parse(sessionStorage.getItem(KEY) || "null");
    sessionStorage.removeItem(KEY);
    if (!place || place.page !== page) return;
    history.scrollRestoration = "manual";
    const land = () => goTo(place);
    land();
    // Until fonts, figures and the other language have found their places.
    const observer = new ResizeObserver(land);
    observer.observe(document.body);
    const end = () => observer.disconnect();
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(event, end, { once: true, passive: true });
    setTimeout(end, 1500);
  };

  /* --- in place, where nothing but text has changed ---------------------------------------------- */

  // What no script of the site takes notice of, and what may come and go with it.
  const PLAIN = "A B BLOCKQUOTE BR CODE DEL EM I LI OL P SPAN STRONG SUB SUP UL WBR".split(" ");
  const isPlain = (node) =>
    node.nodeType === Node.TEXT_NODE ||
    (PLAIN.includes(node.nodeName) &&
      [...node.attributes].every(({ name, value }) =>
        name === "id" ? value.startsWith("b-") : ["class", "href", "lang", "title"].includes(name)) &&
      [...node.childNodes].every(isPlain));
  const isSame = (one, other) => one.cloneNode(false).isEqualNode(other.cloneNode(false));
  // Names of blocks count what stands before them.
  const unnamed = (node) =>
    node.outerHTML === undefined ? node.nodeValue : node.outerHTML.replace(/ id="b-[^"]*"/g, "");
  const isLike = (one, other) => one.nodeName === other.nodeName && unnamed(one) === unnamed(other);
  const named = (node) =>
    node.nodeType === Node.ELEMENT_NODE
      ? [node, ...node.querySelectorAll("*")].filter(({ id }) => id.startsWith("b-"))
      : [];

  /* Gives what makes of a page, `live`, that was served as `old`, the one that is served `now`: as
     steps, or null where scripts must see what is new. */
  const stepsOf = (old, now, live) => {
    if (!live || live.nodeName !== old.nodeName) return null;
    if (old.isEqualNode(now)) return [];
    if (old.nodeName === "META" && now.nodeName === "META")
      return [() => live.setAttribute("content", now.getAttribute("content"))];
    if (isLike(old, now)) {
      const [ours, theirs] = [named(live), named(now)];
      return ours.length === theirs.length ? [() => ours.forEach((one, at) => (one.id = theirs[at].id))] : null;
    }
    if (old.nodeType === Node.TEXT_NODE && now.nodeType === Node.TEXT_NODE)
      return live.nodeValue === old.nodeValue ? [() => (live.nodeValue = now.nodeValue)] : null;
    if (old.nodeType !== Node.ELEMENT_NODE || !isSame(old, now)) return null;
    const [before, after, here] = [old, now, live].map((node) => [...node.childNodes]);
    let [first, last, end] = [0, before.length, after.length];
    while (first < Math.min(last, end) && isLike(before[first], after[first])) first++;
    while (last > first && end > first && isLike(before[last - 1], after[end - 1])) last--, end--;
    const steps = [];
    const follow = (from, to) => {
      const found = stepsOf(before[from], after[to], here[from]);
      if (found) steps.push(...found);
      return found !== null;
    };
    const isKept = (from, to) => before[from].isEqualNode(after[to]) || follow(from, to);
    for (let k = 0; k < first; k++) if (!isKept(k, k)) return null;
    const moved = here.length - before.length;
    if (before.length === after.length) {
      // Scripts may have put something at the end.
      for (let k = first; k < last; k++) {
        const isOther = before[k].nodeName !== after[k].nodeName;
        if (isOther || !follow(k, k)) {
          if (moved || !isPlain(before[k]) || !isPlain(after[k])) return null;
          steps.push(() => here[k].replaceWith(document.importNode(after[k], true)));
        }
      }
      for (let k = last; k < before.length; k++) if (!isKept(k, k)) return null;
      return steps;
    }
    if (moved || ![...before.slice(first, last), ...after.slice(first, end)].every(isPlain)) return null;
    for (let k = last; k < before.length; k++) if (!isKept(k, end + k - last)) return null;
    const made = document.createDocumentFragment();
    made.append(...after.slice(first, end).map((node) => document.importNode(node, true)));
    steps.push(() => {
      for (const node of here.slice(first, last)) node.remove();
      live.insertBefore(made, here[last] || null);
    });
    return steps;
  };

  /* Gives the blocks that are other ones now, as they were served and as they are; null where
     anything else is. */
  const blocksChanged = (old, now) => {
    if (old.isEqualNode(now)) return [];
    const isBlock = old.nodeName === now.nodeName && old.id === now.id && /^b-/.test(old.id);
    if (isBlock) return [[old, now]];
    if (!isSame(old, now) || old.childNodes.length !== now.childNodes.length) return null;
    const found = [];
    for (let k = 0; k < old.childNodes.length; k++) {
      const inside = blocksChanged(old.childNodes[k], now.childNodes[k]);
      if (!inside) return null;
      found.push(...inside);
    }
    return found;
  };

  /* Changes the text of blocks where they stand, if that is all; else tells false and does nothing. */
  const retell = (old, now) => {
    const blocks = blocksChanged(old, now);
    // What has no counterpart gets one by its likeness.
    if (!blocks || document.querySelector(".pair-missing, .pair-alone")) return false;
    const steps = [];
    for (const [before, after] of blocks) {
      const found = stepsOf(before, after, document.getElementById(before.id));
      if (!found) return false;
      steps.push(...found);
    }
    for (const step of steps) step();
    return true;
  };

  const served = async () => {
    const answer = await fetch(location.pathname);
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const own = found.querySelector("script[data-version]");
    const { version } = own.dataset;
    own.removeAttribute("data-version");
    return { root: found.documentElement, version };
  };
  let shown = null;

  /* Shows the page as it is served now; false where it must be loaded again for that. */
  const renew = async (isOwn) => {
    const old = shown;
    if (!old) return false;
    const now = await served();
    const change = () => {
      const steps = stepsOf(old.root, now.root, document.documentElement);
      if (steps) for (const step of steps) step();
      return steps !== null;
    };
    const place = placeNow();
    if (isOwn && retell(old.root, now.root)) {
      goTo(place);
      shown = now;
      return true;
    }
    const done = window.sideBySide && window.sideBySide.renew ? await window.sideBySide.renew(change) : change();
    goTo(place);
    shown = now;
    return done;
  };

  /* --- what is wrong, and where ------------------------------------------------------------------ */

  const panel = document.createElement("details");
  panel.className = "preview-panel";
  const heading = document.createElement("summary");
  const list = document.createElement("ol");
  panel.append(heading, list);
  // What is seen also while the panel is closed. Seconds pass for the eye alone: who listens is told once.
  const [headline, age, work, live] = ["headline", "old", "work", "live"].map((name) => {
    const part = document.createElement("div");
    part.className = `preview-${name}`;
    return part;
  });
  work.setAttribute("aria-hidden", "true");
  live.setAttribute("aria-live", "polite");
  heading.append(headline, age, work);
  panel.open = sessionStorage.getItem("preview.open") === "true";
  panel.addEventListener("toggle", () => sessionStorage.setItem("preview.open", panel.open));
  // Of each page by name, where its blocks begin: `scripts/render/lines.py` tells what is in them.
  let lines = {};

  const placeAt = (name, line) => {
    // Not in their order: links to read on stand in the front matter, and end the page.
    let found = null;
    for (const place of lines[name] || []) if (place[0] <= line && !(found?.[0] > place[0])) found = place;
    return found;
  };
  const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING;
  /* Gives a block that has no name, by what stands before it. */
  const unnamedBlock = ([, id, selector, at]) => {
    const before = id && document.getElementById(id);
    const isOne = (one) =>
      !one.closest(".cell, .pair-other") &&
      (!id || (before?.compareDocumentPosition(one) & FOLLOWS && !before.contains(one)));
    return [...document.querySelectorAll(`.bd-article :is(${selector})`)].filter(isOne)[at];
  };
  /* Gives where a block of a page stands on this one: what is of the other language does side by side,
     and what has no name is there for both then. */
  const blockOf = (name, place) => {
    if (!place) return null;
    const [, id, selector] = place;
    if (selector) return name === page || document.documentElement.dataset.view ? unnamedBlock(place) : null;
    return name === page ? document.getElementById(id) : document.querySelector(`.pair-other[data-block="${CSS.escape(id)}"]`);
  };
  const tagOf = (name) => name.split("/")[0];
  const sidesOf = (findings) => {
    const lesson = page.slice(tagOf(page).length);
    const others = Object.keys(findings).filter((name) => name !== page && name === tagOf(name) + lesson);
    return [page, ...others];
  };
  const text = (tag, content, name) => {
    const made = document.createElement(tag);
    made.textContent = content;
    if (name) made.className = name;
    return made;
  };
  const show = (all) => {
    const findings = [];
    for (const name of sidesOf(all))
      for (const one of all[name] || []) {
        const isElsewhere = one.path !== `lessons_${name}.md`;
        // What is wrong with a file of the whole site is known of either language's page.
        if (!isElsewhere || !findings.some(({ path, line, message }) => path === one.path && line === one.line && message === one.message))
          findings.push({ ...one, name, isElsewhere });
      }
    for (const old of document.querySelectorAll(".preview-marked"))
      old.classList.remove("preview-marked", "preview-error", "preview-warning", "preview-note");
    const count = findings.length;
    age.textContent = outdated.includes(page) ? words.old : "";
    // A page that is no lesson's has nothing to be looked for.
    const none = document.querySelector(".bd-article") ? words.none : "";
    const sum = count ? words.some.replace("{count}", count) : none;
    headline.textContent = sum ? `${words.title}: ${sum}` : words.title;
    panel.dataset.severity =
      ["error", "warning", "note"].find((weight) => findings.some((one) => one.severity === weight)) || "none";
    list.replaceChildren(
      ...findings.map((one) => {
        const item = document.createElement("li");
        const at = one.isElsewhere ? null : placeAt(one.name, one.line);
        const block = blockOf(one.name, at);
        const isOwn = one.name === page;
        const file = one.isElsewhere ? one.path : isOwn ? "" : words.languages[tagOf(one.name)];
        const place = [file, words.line.replace("{line}", one.line)].filter(Boolean).join(", ");
        const go = text(one.isElsewhere ? "span" : isOwn || block ? "button" : "a", place);
        if (go.localName === "a") go.href = `/${one.name}.html${at?.[1] ? `#${at[1]}` : ""}`;
        else if (go.localName === "button") go.type = "button";
        if (block) {
          block.classList.add("preview-marked", `preview-${one.severity}`);
          go.addEventListener("click", () => {
            const toggle = block.closest(".pair")?.querySelector(":scope > .pair-toggle");
            if (!isOwn && !block.checkVisibility()) toggle?.click();
            block.scrollIntoView({ block: "center" });
          });
        }
        const weight = text("span", words[one.severity], "preview-weight");
        weight.dataset.severity = one.severity;
        item.append(weight, " ", go, ` ${one.message} `, text("code", one.rule));
        if (words.why[one.rule]) item.append(text("div", words.why[one.rule], "preview-why"));
        if (one.fix) item.append(text("div", `${words.fix}: ${one.fix}`, "preview-fix"));
        return item;
      }),
    );
  };

  /* --- what runs ---------------------------------------------------------------------------------- */

  // What is over sooner would only flicker.
  const SECONDS_UNTOLD = 1;
  let running = [];
  let began = null;
  let clock = 0;
  const lessonOf = (name) => name.slice(tagOf(name).length + 1);
  const showWork = () => {
    const now = Date.now() / 1000;
    const isLong = began !== null && now - began >= SECONDS_UNTOLD;
    work.replaceChildren(
      ...(isLong ? running : []).map(({ lesson, cell, cells, since }) => {
        const values = { cell, cells, seconds: Math.max(0, Math.floor(now - since)) };
        const said = words[cell ? "cell" : "starting"].replace(/\{(\w+)\}/g, (_, name) => values[name]);
        return text("div", lesson === lessonOf(page) ? said : `${lesson}: ${said}`);
      }),
    );
    const isTold = live.textContent === words.running;
    if (isLong !== isTold) live.textContent = isLong ? words.running : words.ran;
  };
  const hearWork = (now) => {
    running = now;
    began = running.length ? (began ?? Math.min(...running.map(({ since }) => since))) : null;
    clearInterval(clock);
    if (running.length) clock = setInterval(showWork, 1000);
    showWork();
  };

  /* --- what the server says ---------------------------------------------------------------------- */

  let known = {};
  // The pages that show an earlier text than was saved.
  let outdated = [];
  const linesOf = (name) =>
    fetch(`/${name}.lines.json`)
      .then((answer) => (answer.ok ? answer.json() : []))
      .catch(() => [])
      .then((found) => (lines[name] = found));
  const linesNow = () => Promise.all(sidesOf(known).map(linesOf));
  const hear = async (news) => {
    known = news.findings;
    outdated = news.old ?? [];
    const isOther = news.pages.includes("*");
    if (isOther || news.pages.includes(page)) {
      const isOwn = news.edited.length > 0 && news.edited.every((one) => one === page);
      if (isOther || !(await renew(isOwn).catch(() => false))) return loadAgain();
    }
    await linesNow();
    show(known);
  };
  // The other language's blocks come and go.
  new MutationObserver(() => show(known)).observe(document.documentElement, { attributeFilter: ["data-view"] });

  /* Looks whether something was missed, and shows it. */
  const catchUp = async () => {
    const now = await served();
    if (now.version === (shown?.version ?? version)) return;
    if (!(await renew(false).catch(() => false))) loadAgain();
  };

  /* A browser has six connections to a host, so one tab listens for all; another one goes on when it
     is closed. */
  const listen = () => {
    const { lang } = document.documentElement;
    const tabs = new BroadcastChannel(`preview.${lang}`);
    let last = Promise.resolve();
    // One after the other: each changes what the next one finds.
    const take = ({ data }) => (last = last.then(() => HEARD[data.kind](data)).catch(console.error));
    let lost = false;
    const HEARD = {
      news: ({ news }) => hear(news),
      running: ({ running }) => hearWork(running),
      lost: () => {
        lost = true;
        hearWork([]);
        headline.textContent = words.waiting;
        panel.dataset.severity = "error";
      },
      // Whoever comes back after the preview was started again has an old page.
      open: () => {
        // It is said next where something runs.
        hearWork([]);
        return lost ? loadAgain() : catchUp();
      },
      asked: () => {},
    };
    const tell = (data) => {
      tabs.postMessage(data);
      take({ data });
    };
    tabs.onmessage = take;
    navigator.locks.request(`preview.${lang}`, () =>
      new Promise((done) => {
        const events = new EventSource(`/-/events?language=${lang}`);
        let latest = [];
        events.onopen = () => tell({ kind: "open" });
        events.onerror = () => tell({ kind: "lost" });
        events.onmessage = ({ data }) => {
          const said = JSON.parse(data);
          const now = said.kind === "running" ? said : { kind: "news", news: said };
          const quiet = said.kind === "running" ? said : { kind: "news", news: { ...said, pages: [], edited: [] } };
          latest = [...latest.filter(({ kind }) => kind !== now.kind), quiet];
          tell(now);
        };
        HEARD.asked = () => latest.forEach((one) => tabs.postMessage(one));
        addEventListener("pagehide", () => {
          events.close();
          done();
        });
      }),
    );
    tabs.postMessage({ kind: "asked" });
  };
  // A page that a browser has kept for the way back has heard of nothing meanwhile.
  addEventListener("pageshow", ({ persisted }) => persisted && loadAgain());

  document.body.append(panel, live);
  back();
  listen();
  // What is shown now, for what comes; where that is another page already, it is to be loaded.
  served().then(
    (found) => {
      if (found.version === version) shown = found;
      else loadAgain();
    },
    () => {},
  );
})();
