/* What was searched for is marked where a word begins, the longest first: lax not in Flax, and
   jnp.where as a whole. Sphinx marks any letters, as they were typed. */
(() => {
  "use strict";
  if (typeof SphinxHighlight === "undefined") return;
  const KEY = "sphinx_highlight_terms";
  const LETTER = /[a-z]/i;

  const before = (mark) => {
    let node = mark.previousSibling;
    while (node && !node.textContent) node = node.previousSibling;
    return node ? node.textContent.at(-1) : "";
  };
  /* Takes away the marks that stand inside of words. */
  SphinxHighlight.keepWords = (root) => {
    for (const mark of root.querySelectorAll("span.highlighted")) {
      if (!LETTER.test(mark.textContent[0]) || !LETTER.test(before(mark))) continue;
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
  };

  const mark = SphinxHighlight.highlightSearchWords;
  SphinxHighlight.highlightSearchWords = () => {
    const typed = localStorage.getItem(KEY) || new URL(location).searchParams.get("highlight");
    if (!typed) return;
    const terms = typed.split(/\s+/).sort((one, other) => other.length - one.length);
    localStorage.setItem(KEY, terms.join(" "));
    mark();
    // Sphinx does it in a moment.
    setTimeout(() => SphinxHighlight.keepWords(document.body), 20);
  };
})();
