/* Asks a page what a reader meets on it. Loaded before the page's own scripts. */
(() => {
  "use strict";
  let shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });

  const article = () => document.querySelector(".bd-article") || document.body;
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (one) => {
    const id = one.id ? `#${one.id}` : "";
    return one.tagName.toLowerCase() + id + [...one.classList].slice(0, 3).map((part) => `.${part}`).join("");
  };
  const texts = function* (root) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) yield walk.currentNode;
  };
  const blockOf = (one) => {
    let up = one;
    while (up.parentElement && getComputedStyle(up).display.startsWith("inline")) up = up.parentElement;
    return up;
  };

  window.probes = {
    shift: () => shifted,

    /* How far the page can be moved sideways, and what makes it so wide. */
    sideways() {
      const room = document.documentElement.clientWidth;
      const more = document.documentElement.scrollWidth - room;
      if (more <= 0) return [];
      const wide = [...document.body.querySelectorAll("*")].filter(
        (one) => one.getBoundingClientRect().right + scrollX > room + 1);
      return [`${more} px`, ...wide.slice(0, 5).map(name)];
    },

    /* Words that hold Hangul, and those of them that are on two lines. Code is no prose. */
    words() {
      const found = { words: 0, broken: [] };
      let block = null;
      let word = [];
      const end = () => {
        if (word.some(({ sign }) => /[가-힣]/.test(sign))) {
          found.words++;
          const range = document.createRange();
          const places = word.map(({ node, at }) => {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return [...range.getClientRects()].pop();
          }).filter((place) => place && place.width);
          const breaks = places.some((place, at) => at &&
            place.top > places[at - 1].bottom - 3 && place.left < places[at - 1].left);
          if (breaks) found.broken.push(word.map(({ sign }) => sign).join(""));
        }
        word = [];
      };
      for (const node of texts(document.body)) {
        const inside = node.parentElement;
        if (inside.closest("pre, script, style, math") || !shown(inside)) continue;
        const own = blockOf(inside);
        if (own !== block) end();
        block = own;
        for (let at = 0; at < node.data.length; at++) {
          if (/\s/.test(node.data[at])) end();
          else word.push({ sign: node.data[at], node, at });
        }
      }
      end();
      return found;
    },

    /* What the page shows and speaks in its own language, without code. */
    said() {
      const own = document.documentElement.lang;
      const apart = "code, pre, script, style, math, [hidden]";
      const foreign = (one) => one.closest(apart) || one.closest("[lang]").lang !== own;
      const found = [document.title];
      for (const node of texts(document.body))
        if (!foreign(node.parentElement) && shown(node.parentElement)) found.push(node.data);
      for (const spoken of ["aria-label", "title", "placeholder", "alt", "aria-description"])
        for (const one of document.querySelectorAll(`[${spoken}]`))
          if (!foreign(one)) found.push(one.getAttribute(spoken));
      for (const one of document.body.querySelectorAll("*"))
        for (const pseudo of ["::before", "::after"])
          if (!foreign(one)) {
            const content = getComputedStyle(one, pseudo).content;
            if (/^"/.test(content)) found.push(content.replace(/^"|".*$/g, ""));
          }
      return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
    },

    ids() {
      const all = [...document.querySelectorAll("[id]")].map((one) => one.id);
      return [...new Set(all.filter((id, at) => all.indexOf(id) !== at))];
    },

    /* Blocks of the page, pairs, and blocks of either language that have no other. */
    pairs() {
      const of = (selector) => document.querySelectorAll(selector).length;
      return {
        blocks: of('.bd-article [id^="b-"]:not(.cell)'),
        paired: of(".pair:not(.pair-missing, .pair-alone)"),
        missing: of(".pair-missing"),
        alone: of(".pair-alone"),
        unnamed: [...document.querySelectorAll(".pair-toggle")]
          .filter((one) => !one.getAttribute("aria-label")).length,
      };
    },

    /* Lets everything be seen that is folded away. */
    open() {
      for (const one of document.querySelectorAll("details")) one.open = true;
      for (const one of document.querySelectorAll(".pair-toggle"))
        if (one.getAttribute("aria-expanded") === "false" && shown(one)) one.click();
    },

    /* One note of each kind, opened by the button that opens it; false where there are no more. */
    note(at) {
      const kinds = [...new Set([...document.querySelectorAll("[popover]")].map((one) => one.className))];
      const note = [...document.querySelectorAll("[popover]")].find((one) => one.className === kinds[at]);
      const button = note && document.querySelector(`[popovertarget="${note.id}"]`);
      if (button) button.click();
      return Boolean(button);
    },

    /* The block at the top of the window; what reading goes on with. */
    top() {
      const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const all = [...article().querySelectorAll('[id^="b-"]')].filter((one) => one.checkVisibility());
      const block = all.find((one) => one.getBoundingClientRect().bottom > line + 4);
      return block ? { id: block.id, off: Math.round(block.getBoundingClientRect().top - line) } : null;
    },

    /* Where a block stands now; `end` where the page cannot be moved on. */
    where(id) {
      const block = document.getElementById(id);
      if (!block) return null;
      const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const place = block.getBoundingClientRect();
      const last = innerHeight + scrollY - document.documentElement.scrollHeight;
      return {
        off: Math.round(place.top - line),
        seen: place.bottom > 0 && place.top < innerHeight && block.checkVisibility(),
        end: scrollY === 0 || Math.abs(last) < 3,
      };
    },

    /* What is there for a reader without script. */
    plain() {
      const count = (selector) => document.querySelectorAll(selector).length;
      const seen = (selector) => [...document.querySelectorAll(selector)].filter(shown);
      const ground = (one) => getComputedStyle(one).color;
      const code = seen(".bd-article .cell_input pre");
      const signs = (one) => one.innerText.replace(/\s+/g, "").length;
      // What a reader has done only a script can know.
      const done = [...article().querySelectorAll(".track-progress")].map(signs);
      return {
        text: signs(article()) - done.reduce((sum, one) => sum + one, 0),
        code: code.length,
        coloured: code.filter((one) => [...one.querySelectorAll("span")].some(
          (part) => ground(part) !== ground(one))).length,
        outputs: [count(".cell_output"), seen(".cell_output, details:not([open]) .cell_output").length],
        folded: count(".bd-article details:not([open])"),
        exercises: [count(".exercise"), seen(".exercise").length],
        language: seen('.language-links a[href]').length,
        versions: [count(".version-list li"), seen(".version-list summary").length],
        // What opens a note or a dialog does so by itself; all others need script.
        dead: seen("button:not([popovertarget], [type=submit]), [data-bs-toggle]").map(name),
      };
    },
  };
})();
