
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const marks = data.guesses.map((_, index) => byId(`g${index}`));
  const panel = byId("panel");
  let opened = -1;
  let unsaved = false;

  const weight = (guess) => (guess.decided ? "decided" : guess.doubt ? "doubt" : "sure");
  const words = { decided: "결정 decided", doubt: "의심 doubtful", sure: "확실 sure" };

  function show(index) {
    const guess = data.guesses[index];
    const mark = marks[index];
    mark.textContent = guess.text;
    mark.className = `guess ${weight(guess)}`;
    mark.tabIndex = guess.doubt || guess.decided || byId("every").checked ? 0 : -1;
    mark.setAttribute("aria-label", `${guess.text || "∅"}, ${words[weight(guess)]}, ${guess.at}`);
  }

  function tell() {
    const open = data.guesses.filter((guess) => guess.doubt && !guess.decided).length;
    const decided = data.guesses.filter((guess) => guess.decided).length;
    byId("status").textContent =
      `남은 의심 ${open} doubts left · 결정 ${decided} decided` +
      (unsaved ? " · 저장 안 됨 not saved" : "");
  }

  function decide(index, text) {
    const guess = data.guesses[index];
    guess.text = text;
    guess.decided = true;
    unsaved = true;
    show(index);
    tell();
  }

  function close() {
    if (opened < 0) return;
    marks[opened].setAttribute("aria-expanded", "false");
    panel.hidden = true;
    const mark = marks[opened];
    opened = -1;
    mark.focus();
  }

  function open(index) {
    if (opened >= 0) marks[opened].setAttribute("aria-expanded", "false");
    opened = index;
    const guess = data.guesses[index];
    marks[index].setAttribute("aria-expanded", "true");
    byId("where").textContent = `${guess.at}  ${guess.word} → ${guess.text || "∅"}`;
    const buttons = guess.candidates.map(([text, share]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${text || "∅"} ${share}`;
      button.setAttribute("aria-pressed", String(text === guess.text));
      button.addEventListener("click", () => { decide(index, text); close(); });
      return button;
    });
    byId("candidates").replaceChildren(...buttons);
    byId("text").value = guess.text;
    panel.hidden = false;
    marks[index].scrollIntoView({ block: "start" });
    (buttons.find((button) => button.ariaPressed === "true") || buttons[0] || byId("text")).focus();
  }

  function step(by) {
    const from = opened >= 0 ? opened : marks.indexOf(document.activeElement);
    const count = marks.length;
    for (let passed = 1; passed <= count; passed += 1) {
      const start = from < 0 && by < 0 ? 0 : from;
      const index = (start + by * passed + 2 * count) % count;
      const guess = data.guesses[index];
      if (guess.doubt && !guess.decided) { open(index); return; }
    }
    tell();
  }

  function save() {
    const lines = [...data.others];
    for (const guess of data.guesses) {
      if (guess.decided) lines.push(`${guess.line},"text":${JSON.stringify(guess.text)}}`);
      else if (guess.open) lines.push(`${guess.line}}`);
    }
    // The sorting of JavaScript is by UTF-16; the command line sorts likewise.
    const text = [...new Set(lines)].sort().map((line) => `${line}\n`).join("");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = data.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    unsaved = false;
    tell();
  }

  marks.forEach((mark, index) => {
    mark.setAttribute("role", "button");
    mark.setAttribute("aria-haspopup", "dialog");
    mark.setAttribute("aria-expanded", "false");
    mark.addEventListener("click", () => open(index));
    mark.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(index); }
    });
    show(index);
  });
  panel.addEventListener("keydown", (event) => {
    const buttons = [...byId("candidates").children];
    const at = buttons.indexOf(document.activeElement);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (by && at >= 0) {
      event.preventDefault();
      buttons[(at + by + buttons.length) % buttons.length].focus();
    }
  });
  byId("own").addEventListener("submit", (event) => {
    event.preventDefault();
    decide(opened, byId("text").value);
    close();
  });
  byId("undo").addEventListener("click", () => {
    const guess = data.guesses[opened];
    guess.decided = false;
    guess.doubt = true;
    unsaved = true;
    show(opened);
    tell();
    close();
  });
  byId("close").addEventListener("click", close);
  byId("next").addEventListener("click", () => step(1));
  byId("previous").addEventListener("click", () => step(-1));
  byId("accept").addEventListener("click", () => {
    data.guesses.forEach((guess, index) => {
      if (guess.doubt && !guess.decided) decide(index, guess.text);
    });
  });
  byId("save").addEventListener("click", save);
  byId("every").addEventListener("change", () => marks.forEach((_, index) => show(index)));
  addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
  byId("bar").hidden = false;
  tell();
})();
