// The note on a name opens where a mouse rests on its link, or the keyboard comes to it. A tap on
// the dot beside a name opens it by the browser's own means.
(() => {
  if (!HTMLElement.prototype.showPopover) return;
  const WAIT = 350;
  let timer = 0;
  let shown = null;

  const later = (act) => {
    clearTimeout(timer);
    timer = setTimeout(act, WAIT);
  };
  const hide = () => {
    clearTimeout(timer);
    if (shown) shown.hidePopover();
    shown = null;
  };
  const show = (link, note) => {
    if (note.matches(":popover-open")) return;
    note.showPopover({ source: link });
    shown = note;
  };

  for (const link of document.querySelectorAll("a[data-note]")) {
    const note = document.getElementById(link.dataset.note);
    if (!note) continue;
    link.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") later(() => show(link, note));
    });
    link.addEventListener("pointerleave", () => later(hide));
    link.addEventListener("focus", () => {
      if (link.matches(":focus-visible")) show(link, note);
    });
    link.addEventListener("blur", hide);
    link.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hide();
    });
  }
  for (const note of document.querySelectorAll(".api-note")) {
    note.addEventListener("pointerenter", () => clearTimeout(timer));
    note.addEventListener("pointerleave", () => {
      if (shown === note) later(hide);
    });
  }
  for (const button of document.querySelectorAll(".api-name > button")) {
    // The link beside it opens the same note for the keyboard.
    button.tabIndex = -1;
    button.addEventListener("keydown", (event) => {
      if (event.key === "Escape") button.popoverTargetElement?.hidePopover();
    });
  }
})();
