/* Both languages: a switch that keeps the paragraph, and pages side by side. */
(() => {
  "use strict";
  const article = document.querySelector(".bd-article");
  if (!article) return;
  const button = document.querySelector(".view-toggle");
  const root = document.documentElement;
  // Code cells are landed on, and have no counterpart: their code is the same.
  let anchors, blocks;
  const collect = () => {
    anchors = [...article.querySelectorAll('[id^="b-"]')];
    blocks = anchors.filter((anchor) => !anchor.classList.contains("cell"));
  };
  collect();
  const KEY = "sideBySide.view";
  const WIDE = matchMedia("(min-width: 1100px)");
  let both = false;
  const isBoth = () => both;

  /* --- the switch ----------------------------------------------------------------------------- */

  const line = () => parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
  const isShown = (block) =>
    block.checkVisibility ? block.checkVisibility({ contentVisibilityAuto: false }) : block.offsetParent !== null;
  let landed = null;

  /* Gives what is at the top of the window; at the end of a page, what was asked for. */
  const top = () => {
    if (landed && Math.abs(scrollY - landed.at) < 3) return landed.block;
    return anchors.find((one) => one.getBoundingClientRect().bottom > line() + 4 && isShown(one)) || null;
  };

  const asked = () => {
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    return anchors.includes(found) ? found : null;
  };
  const land = () => {
    const block = asked();
    if (!block) return;
    for (let up = block.parentElement; up; up = up.parentElement) if (up.matches("details")) up.open = true;
    const place = block.getBoundingClientRect().top - line();
    if (Math.abs(place) > 1) scrollBy({ top: place, behavior: "instant" });
    landed = { block, at: scrollY };
  };

  /* Stays there while fonts and figures move what is above, until the reader moves. */
  const stay = () => {
    const observer = new ResizeObserver(land);
    const end = () => observer.disconnect();
    observer.observe(article);
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(event, end, { once: true, passive: true });
    const later = () => setTimeout(end, 2000);
    if (document.readyState === "complete") later();
    else addEventListener("load", later);
  };
  if (asked()) stay();

  for (const link of document.querySelectorAll('.language-links a[rel="alternate"]')) {
    const plain = link.getAttribute("href");
    const aim = () => {
      const block = scrollY > 0 ? top() : null;
      link.setAttribute("href", plain + (isBoth() ? "?view=both" : "") + (block ? `#${block.id}` : ""));
    };
    for (const event of ["pointerdown", "focus", "click", "contextmenu"]) link.addEventListener(event, aim);
    // Where a link leads is also shown, copied and dragged.
    addEventListener("scrollend", aim);
  }

  /* --- what belongs together ------------------------------------------------------------------ */

  const WORDS = /[A-Za-z_][\w.]*|\d[\d.,]*\d|\d|[=<>+*/]+/g;

  /* Gives what two languages have in common: code, names, numbers, where links lead. */
  const marksOf = (element) => {
    const links = [...element.querySelectorAll("[href], [src]")].map((one) =>
      (one.getAttribute("href") || one.getAttribute("src")).replace(/^.*\//, ""));
    return new Set([...(element.textContent.match(WORDS) || []), ...links].map((mark) => mark.toLowerCase()));
  };

  const likeness = (own, other) => {
    const ours = marksOf(own);
    const theirs = marksOf(other);
    const common = [...ours].filter((mark) => theirs.has(mark)).length;
    const all = ours.size + theirs.size - common;
    const lengths = [own.textContent.length + 1, other.textContent.length + 1];
    return 0.01 + (all ? common / all : 0.1) + 0.2 * (Math.min(...lengths) / Math.max(...lengths));
  };

  /* Gives pairs of two rows of elements, in order, so that the shorter is used up and likeness is
     greatest. */
  const align = (ours, theirs) => {
    if (ours.length === theirs.length) return ours.map((one, at) => [one, theirs[at]]);
    const best = Array.from({ length: ours.length + 1 }, () => new Array(theirs.length + 1).fill(0));
    const like = ours.map((one) => theirs.map((other) => likeness(one, other)));
    for (let i = ours.length - 1; i >= 0; i--)
      for (let j = theirs.length - 1; j >= 0; j--)
        best[i][j] = Math.max(like[i][j] + best[i + 1][j + 1], best[i + 1][j], best[i][j + 1]);
    const pairs = [];
    for (let i = 0, j = 0; i < ours.length && j < theirs.length; ) {
      if (best[i][j] === like[i][j] + best[i + 1][j + 1]) pairs.push([ours[i++], theirs[j++]]);
      else if (best[i][j] === best[i + 1][j]) i++;
      else j++;
    }
    return pairs;
  };

  /* Kind by kind, since the last heading or cell: ids agree there, if not after a missing part. */
  const groupOf = (id) => id.replace(/\d+$/, "");
  const kindOf = (id) => groupOf(id).slice(-1);
  const grouped = (elements) => {
    const groups = new Map();
    for (const one of elements) {
      const group = groupOf(one.id || one.dataset.block);
      groups.set(group, [...(groups.get(group) || []), one]);
    }
    return groups;
  };

  /* --- side by side --------------------------------------------------------------------------- */

  if (!button) return;
  const words = button.dataset;
  const page = new URL(words.page, location.href);
  let others = null;

  window.sideBySide = {
    blocks(found) {
      others = Object.entries(found);
    },
    /* Lets someone change the page in place, who gets it as it is in one language. */
    async renew(change) {
      if (others) {
        others = null;
        await load();
      }
      if (isBoth()) unpair();
      const done = change();
      collect();
      if (isBoth()) pairAll();
      return done;
    },
  };

  /* Loads the other language's blocks once; fails where the file is not there. */
  const load = () =>
    new Promise((done, fail) => {
      if (others) return done();
      const script = document.createElement("script");
      script.src = new URL(words.source, location.href).href;
      script.onload = () => {
        script.remove();
        if (others) done();
        else fail();
      };
      script.onerror = fail;
      document.head.append(script);
    });

  /* Gives a block of the other language. It comes from our own site and the same build. */
  const counterpart = ([id, html]) => {
    const other = document.createElement("div");
    other.className = "pair-other";
    other.lang = words.lang;
    other.dataset.block = id;
    other.innerHTML = html;
    for (const link of other.querySelectorAll("a[href]")) {
      const href = link.getAttribute("href");
      // What both pages have is looked for on this one.
      if (!href.startsWith("#") || !document.getElementById(decodeURIComponent(href.slice(1))))
        link.href = new URL(href, page);
    }
    for (const image of other.querySelectorAll("img[src]"))
      image.src = new URL(image.getAttribute("src"), page);
    return other;
  };

  const notice = (text) => {
    const note = document.createElement("p");
    note.className = "pair-note";
    note.textContent = text;
    return note;
  };

  let number = 0;
  let undo = [];

  /* Puts a block and its counterpart beside each other, or below, behind a button. */
  const pair = (block, other) => {
    const row = document.createElement("div");
    const tag = block.tagName.toLowerCase();
    row.className = `pair pair-${tag}`;
    if (["dt", "figcaption"].includes(tag)) {
      // Where these may stand, nothing else may.
      const own = document.createElement("div");
      own.append(...block.childNodes);
      row.append(own);
      block.append(row);
      undo.push(() => row.replaceWith(...own.childNodes));
    } else {
      const whole = block.closest(".pst-scrollable-table-container") || block;
      whole.before(row);
      row.append(whole);
      undo.push(() => row.replaceWith(whole));
    }
    if (!other) {
      row.classList.add("pair-missing");
      row.append(notice(words.missing));
      return row;
    }
    other.id = `pair-${++number}`;
    other.setAttribute("role", "group");
    other.setAttribute("aria-label", words.other);
    const toggle = document.createElement("button");
    toggle.type = "button";
    toggle.className = "pair-toggle";
    toggle.setAttribute("aria-controls", other.id);
    const open = (is) => {
      row.classList.toggle("pair-open", is);
      toggle.setAttribute("aria-expanded", String(is));
      toggle.setAttribute("aria-label", is ? words.hide : words.show);
    };
    open(false);
    toggle.addEventListener("click", () => open(!row.classList.contains("pair-open")));
    row.addEventListener("click", (event) => {
      const idle = WIDE.matches || event.target.closest("a, button, summary, input, label");
      if (!idle && !String(getSelection())) toggle.click();
    });
    // They scroll where they have no room.
    if (["table", "div"].includes(tag)) other.tabIndex = 0;
    row.append(toggle, other);
    // Headings and titles look alike, however a theme sets them.
    if (!["p", "table", "div"].includes(tag) || block.classList.contains("admonition-title"))
      other.style.fontWeight = getComputedStyle(block).fontWeight;
    return row;
  };

  /* Puts what only the other language has where it has it: behind what stands before it there. */
  const putAlone = (other, before) => {
    const row = document.createElement("div");
    row.className = "pair pair-alone";
    row.append(notice(words.alone), other);
    let place = before && before.row;
    const isOther = before && kindOf(before.id) !== kindOf(other.dataset.block);
    const block = place && place.parentElement.closest("ul, ol, dl, figure, .admonition, blockquote, dt, figcaption");
    if (block && article.contains(block) && (isOther || ["DT", "FIGCAPTION"].includes(place.parentElement.tagName)))
      place = place.closest(".bd-article section > *") || block;
    if (place) place.after(row);
    else (blocks[0].closest(".pair") || blocks[0]).before(row);
    undo.push(() => row.remove());
    return row;
  };

  /* Finds what stands in a box too narrow for two columns, such as a card beside others. */
  const fit = () => {
    const rows = [...article.querySelectorAll(".pair")];
    for (const row of rows) row.classList.remove("pair-narrow");
    const room = article.clientWidth * 0.65;
    const narrow = rows.filter((row) => row.parentElement.clientWidth < room);
    for (const row of narrow) row.classList.add("pair-narrow");
  };
  addEventListener("resize", () => isBoth() && fit());

  const pairAll = () => {
    const all = others.map(counterpart);
    const theirs = grouped(all);
    const found = new Map();
    for (const [group, ours] of grouped(blocks))
      for (const [own, other] of align(ours, theirs.get(group) || [])) found.set(own, other);
    const rows = new Map(blocks.map((block) => [found.get(block), pair(block, found.get(block))]));
    let before = null;
    for (const other of all)
      before = { row: rows.get(other) || putAlone(other, before), id: other.dataset.block };
    const head = document.createElement("div");
    head.className = "pair-head";
    head.innerHTML = "<span></span><span></span><p></p>";
    const [own, other, hint] = head.children;
    [own.textContent, other.textContent, hint.textContent] = [words.own, words.other, words.hint];
    other.lang = words.lang;
    article.prepend(head);
    undo.push(() => head.remove());
    fit();
  };

  const unpair = () => {
    for (const step of undo.reverse()) step();
    undo = [];
  };

  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  button.after(status);

  const show = (view) => {
    if ((view === "both") === isBoth()) return;
    const block = scrollY > 0 ? top() : null;
    const place = block && block.getBoundingClientRect().top;
    both = view === "both";
    if (both) {
      root.dataset.view = "both";
      pairAll();
    } else {
      delete root.dataset.view;
      unpair();
    }
    if (block) scrollBy({ top: block.getBoundingClientRect().top - place, behavior: "instant" });
    if (block && landed) landed.at = scrollY;
    button.setAttribute("aria-pressed", String(view === "both"));
  };

  const set = async (view) => {
    try {
      if (view === "both") await load();
    } catch {
      delete root.dataset.view;
      status.textContent = words.failed;
      status.className = "view-failed";
      return;
    }
    show(view);
  };

  const remember = (view) => {
    try {
      localStorage.setItem(KEY, view);
    } catch {
      /* A page may be told to remember nothing. */
    }
  };
  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const address = new URL(location.href);
  const carried = address.searchParams.get("view");
  button.hidden = false;
  button.addEventListener("click", () => {
    const view = isBoth() ? "one" : "both";
    remember(view);
    set(view);
    if (carried === null) return;
    // Else the page would come back as the link had it.
    address.searchParams.delete("view");
    address.hash = location.hash;
    try {
      history.replaceState(history.state, "", address);
    } catch {
      /* A page from a disk may not. */
    }
  });
  if (carried) remember(carried === "both" ? "both" : "one");
  if ((carried || remembered()) === "both")
    set("both").then(() => {
      delete root.dataset.pairing;
      if (asked()) stay();
    });
})();
