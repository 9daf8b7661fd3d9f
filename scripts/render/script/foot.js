/* A report of a problem names the section that was being read before the foot of the page came. */
(() => {
  "use strict";
  const links = [...document.querySelectorAll(".report-problem")];
  if (!links.length) return;
  // So long somebody looks at what they read, and not at what they pass.
  const LOOK = 1500;
  const foot = links[0].closest("section") || links[0];
  const headings = [...document.querySelectorAll(".bd-article section[id] > :is(h1, h2, h3, h4)")];
  const here = () => headings.findLast((one) => one.getBoundingClientRect().top < innerHeight / 2);
  let read = null;
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (foot.getBoundingClientRect().top > innerHeight) read = here();
    }, LOOK);
  };
  addEventListener("scroll", look, { passive: true });
  look();
  for (const link of links) {
    const plain = link.href;
    const name = () => {
      const heading = read || here();
      if (!heading) return;
      const said = heading.cloneNode(true);
      for (const part of said.querySelectorAll(".headerlink, .pair-other, button")) part.remove();
      const section = `${said.textContent.trim()} (#${heading.closest("section[id]").id})`;
      const address = new URL(plain);
      const body = address.searchParams.get("body") || "";
      address.searchParams.set("body", `${body}${link.dataset.section}: ${section}\n`);
      link.href = address.href;
    };
    for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, name);
  }
})();
