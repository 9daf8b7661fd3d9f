// A mouse opens the note on a term by resting on it. A click, a tap and the keyboard open it by
// the browser's own means.
(() => {
  if (!HTMLElement.prototype.showPopover) return;
  const WAIT = 250;
  let timer = 0;
  let resting = null;

  const later = (act) => {
    clearTimeout(timer);
    timer = setTimeout(act, WAIT);
  };
  const leave = () => later(() => {
    if (resting) resting.hidePopover();
    resting = null;
  });

  for (const button of document.querySelectorAll(".term > button")) {
    const note = document.getElementById(button.getAttribute("popovertarget"));
    if (!note) continue;
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "mouse" || note.matches(":popover-open")) return;
      later(() => {
        note.showPopover({ source: button });
        resting = note;
      });
    });
    button.addEventListener("pointerleave", leave);
    button.addEventListener("click", (event) => {
      clearTimeout(timer);
      // Whoever clicks while it is open by resting wants it to stay; a click would close it.
      if (resting === note && note.matches(":popover-open")) event.preventDefault();
      resting = null;
    });
  }
  for (const note of document.querySelectorAll(".term-note, .output-note, .behind-note")) {
    // Sphinx keeps Escape from whatever has the focus, but for buttons and fields.
    note.addEventListener("keydown", (event) => {
      if (event.key === "Escape") note.hidePopover();
    });
    note.addEventListener("pointerenter", () => clearTimeout(timer));
    note.addEventListener("pointerleave", () => {
      if (resting === note) leave();
    });
  }
})();
