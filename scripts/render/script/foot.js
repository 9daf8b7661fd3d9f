/* A report of a problem names the section that is being read. */
(() => {
  "use strict";
  for (const link of document.querySelectorAll(".report-problem")) {
    const plain = link.href;
    const name = () => {
      let heading = null;
      for (const one of document.querySelectorAll(".bd-article :is(h1, h2, h3)"))
        if (one.getBoundingClientRect().top < innerHeight / 2) heading = one;
      const hash = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const section = (hash && hash.closest("section[id]")) || (heading && heading.closest("section[id]"));
      const address = new URL(plain);
      const body = address.searchParams.get("body") || "";
      if (section) address.searchParams.set("body", `${body}${link.dataset.section}: #${section.id}\n`);
      link.href = address.href;
    };
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, name);
  }
})();
