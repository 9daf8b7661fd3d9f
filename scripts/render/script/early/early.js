/* Runs before anything of the page is drawn, so that nothing changes its colours or its place
   afterwards: the theme, the view, and what both will need is asked for. */
(() => {
  "use strict";
  const root = document.documentElement;
  const { font, blocks } = document.currentScript.dataset;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const ask = (as, href) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as, href });
    if (as === "font") Object.assign(link, { type: "font/woff2", crossOrigin: "anonymous" });
    document.head.append(link);
  };

  const mode = kept("mode") || "auto";
  root.dataset.mode = mode;
  if (["light", "dark"].includes(mode)) root.dataset.theme = mode;
  else root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

  // Paper is light.
  addEventListener("beforeprint", () => {
    const { theme } = root.dataset;
    root.dataset.theme = "light";
    addEventListener("afterprint", () => (root.dataset.theme = theme), { once: true });
  });

  // A page from a disk may not ask for a font by itself; there its style sheet is as fast.
  if (font && location.protocol.startsWith("http")) ask("font", font);

  const view = new URLSearchParams(location.search).get("view") || kept("sideBySide.view");
  if (blocks && view === "both") {
    ask("script", blocks);
    root.dataset.view = "both";
    // Nobody sees one language become two. Should the other never come, the page is there.
    root.dataset.pairing = "";
    setTimeout(() => delete root.dataset.pairing, 3000);
  }
})();
