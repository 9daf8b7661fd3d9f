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
  // Counted from when there is a page to show: on a slow machine all comes later.
  const atLast = (show, wait) =>
    addEventListener("DOMContentLoaded", () => setTimeout(show, wait), { once: true });

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

  // A browser else finds the font last, and whatever stands in for it moves every line. So the page
  // is shown with it; where it is long in coming, without.
  if (font) {
    const url = new URL(font, location.href).href;
    const face = new FontFace("Reading Sans", `url("${url}")`, { weight: "400 700" });
    document.fonts.add(face);
    root.dataset.lettering = "";
    const show = () => delete root.dataset.lettering;
    face.load().then(show, show);
    atLast(show, 500);
  }

  const view = new URLSearchParams(location.search).get("view") || kept("sideBySide.view");
  if (blocks && view === "both") {
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: blocks }));
    root.dataset.view = "both";
    // Nobody sees one language become two. Should the other never come, the page is there.
    root.dataset.pairing = "";
    atLast(() => delete root.dataset.pairing, 3000);
  }
})();
