/* What is wider than its box scrolls there, and the keyboard reaches it to do so. The theme does
   this for code alone. */
(() => {
  "use strict";
  const boxes = document.querySelectorAll(
    ".bd-article :is(.formula, .cell_output .text_html, .cell_output > *, .pst-scrollable-table-container)");
  // Also tells when something is unfolded.
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const block = target.parentElement.closest("p, li, td, dd, div");
      if (target.matches(".formula:not(.block)"))
        target.classList.toggle("wide", target.firstElementChild.scrollWidth > block.clientWidth + 1);
      if (target.scrollWidth > target.clientWidth + 1 && getComputedStyle(target).overflowX === "auto")
        target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of boxes) if (box.firstElementChild) observer.observe(box);
})();
