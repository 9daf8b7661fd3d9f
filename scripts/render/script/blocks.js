/* Both languages: a switch that keeps the paragraph, and pages side by side. */
(() => {
  "use strict";
  const article = document.querySelector(".bd-article");
  const button = document.querySelector(".view-toggle");
  if (!article) return;
  const blocks = [...article.querySelectorAll('[id^="b-"]')];
  const KEY = "sideBySide.view";
  const WIDE = matchMedia("(min-width: 1100px)");

  /* --- the switch ----------------------------------------------------------------------------- */

  const line = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  let landed = null;

  /* Gives the block at the top of the window; at the end of a page, the one that was asked for. */
  const top = () => {
    if (landed && Math.abs(scrollY - landed.at) < 3) return landed.block;
    return blocks.find((block) => block.getBoundingClientRect().bottom > line() + 4) || null;
  };

  const land = () => {
    const block = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!block || !blocks.includes(block)) return;
    block.scrollIntoView();
    landed = { block, at: scrollY };
  };
  if (location.hash.startsWith("#b-")) {
    // Fonts and figures still move what is above.
    addEventListener("load", () => requestAnimationFrame(land));
    (document.fonts ? document.fonts.ready : Promise.resolve()).then(land);
  }

  for (const link of document.querySelectorAll('.language-links a[rel="alternate"]')) {
    const plain = link.getAttribute("href");
    const aim = () => {
      const block = scrollY > 0 ? top() : null;
      const query = document.documentElement.dataset.view === "both" ? "?view=both" : "";
      link.setAttribute("href", plain + query + (block ? `#${block.id}` : ""));
    };
    for (const event of ["pointerdown", "focus", "click", "contextmenu"])
      link.addEventListener(event, aim);
  }

  /* --- side by side --------------------------------------------------------------------------- */

  if (!button) return;
  const { source, lang, show, hide, missing, failed } = button.dataset;
  const base = new URL(source, location.href);
  let others = null;

  window.sideBySide = {
    blocks(found) {
      others = new Map(Object.entries(found));
    },
  };

  /* Loads the other language's blocks once; fails where the file is not there. */
  const load = () =>
    new Promise((done, fail) => {
      if (others) return done();
      const script = document.createElement("script");
      script.src = base.href;
      script.onload = () => (others ? done() : fail());
      script.onerror = fail;
      document.head.append(script);
    });

  const remember = (view) => {
    try {
      localStorage.setItem(KEY, view);
    } catch {
      /* A page may be told to remember nothing. */
    }
  };

  const counterpart = (html, id) => {
    const other = document.createElement("div");
    other.className = "pair-other";
    other.lang = lang;
    other.id = `${id}-${lang}`;
    if (html === undefined) {
      other.classList.add("pair-missing");
      other.removeAttribute("lang");
      other.textContent = missing;
    } else {
      // From our own site, made by the same build as this page.
      other.innerHTML = html;
      for (const link of other.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), base);
      for (const image of other.querySelectorAll("img[src]")) image.src = new URL(image.getAttribute("src"), base);
    }
    return other;
  };

  /* Puts a block and its counterpart beside each other, or below, behind a button. */
  const pair = (block, other) => {
    const row = document.createElement("div");
    row.className = `pair pair-${block.tagName.toLowerCase()}`;
    block.before(row);
    const toggle = document.createElement("button");
    toggle.type = "button";
    toggle.className = "pair-toggle";
    toggle.textContent = lang.toUpperCase();
    toggle.setAttribute("aria-controls", other.id);
    const open = (is) => {
      row.classList.toggle("pair-open", is);
      toggle.setAttribute("aria-expanded", String(is));
      toggle.setAttribute("aria-label", is ? hide : show);
    };
    open(false);
    toggle.addEventListener("click", () => open(!row.classList.contains("pair-open")));
    block.addEventListener("click", (event) => {
      const idle = WIDE.matches || event.target.closest("a, button, summary, input");
      if (idle || String(getSelection())) return;
      if (document.documentElement.dataset.view === "both") toggle.click();
    });
    row.append(block, toggle, other);
  };

  let paired = false;
  const pairAll = () => {
    if (paired) return;
    paired = true;
    let last = null;
    const own = new Map(blocks.map((block) => [block.id, block]));
    for (const block of blocks) pair(block, counterpart(others.get(block.id), block.id));
    for (const [id, html] of others) {
      if (own.has(id)) {
        last = own.get(id).closest(".pair");
      } else if (last) {
        // What only the other language has stands where it has it.
        const row = document.createElement("div");
        row.className = "pair pair-alone pair-open";
        const note = document.createElement("p");
        note.className = "pair-missing";
        note.textContent = missing;
        row.append(note, counterpart(html, id));
        last.after(row);
        last = row;
      }
    }
  };

  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  button.after(status);

  const set = async (view, { told = true } = {}) => {
    if (view === "both") {
      try {
        await load();
      } catch {
        status.textContent = failed;
        button.title = failed;
        return;
      }
      const block = top();
      pairAll();
      document.documentElement.dataset.view = "both";
      if (scrollY > 0 && block) block.scrollIntoView();
    } else {
      const block = top();
      delete document.documentElement.dataset.view;
      if (scrollY > 0 && block) block.scrollIntoView();
    }
    button.setAttribute("aria-pressed", String(view === "both"));
    if (told) remember(view);
  };

  button.hidden = false;
  button.addEventListener("click", () =>
    set(document.documentElement.dataset.view === "both" ? "one" : "both"),
  );
  const asked = new URLSearchParams(location.search).get("view");
  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    /* Nothing is remembered. */
  }
  if ((asked || kept) === "both") set("both", { told: Boolean(asked) }).then(() => location.hash.startsWith("#b-") && land());
})();
