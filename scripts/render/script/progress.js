/* What a reader has done: kept by this browser alone, the same for both languages. */
(() => {
  "use strict";
  const KEY = "lessons.progress";
  const POINTS = { lesson: 10, exercise: 5 };

  /* --- what is kept --------------------------------------------------------------------------- */

  const names = (value) =>
    [...new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : [])].sort();
  const parsed = (text) => {
    const found = JSON.parse(text);
    if (!found || found.kind !== KEY || !Array.isArray(found.read) || !Array.isArray(found.done))
      throw new Error("not a file of progress");
    return { read: new Set(names(found.read)), done: new Set(names(found.done)) };
  };
  const text = ({ read, done }) =>
    `${JSON.stringify({ kind: KEY, version: 1, read: names([...read]), done: names([...done]) }, null, 1)}\n`;
  const empty = () => ({ read: new Set(), done: new Set() });
  // Where a browser keeps nothing, what is done holds as long as the page is open.
  let state = empty();
  const load = () => {
    try {
      const kept = localStorage.getItem(KEY);
      state = kept ? parsed(kept) : empty();
    } catch {
      /* Nothing is kept, or what is kept cannot be read. */
    }
  };
  const save = () => {
    try {
      localStorage.setItem(KEY, text(state));
    } catch {
      /* See above. */
    }
  };

  /* --- on lessons ----------------------------------------------------------------------------- */

  const shown = [];
  const toggle = (button, kind, name, box) => {
    const show = () => {
      const is = state[kind].has(name);
      button.setAttribute("aria-pressed", String(is));
      if (box) box.classList.toggle("is-done", is);
    };
    button.addEventListener("click", () => {
      load();
      if (!state[kind].delete(name)) state[kind].add(name);
      save();
      show();
    });
    shown.push(show);
  };
  for (const box of document.querySelectorAll(".exercise[data-exercise]")) {
    const button = box.querySelector(".exercise-done");
    button.hidden = false;
    const title = box.querySelector(".exercise-title");
    if (title && title.id) button.setAttribute("aria-describedby", title.id);
    toggle(button, "done", box.dataset.exercise, box);
  }
  for (const box of document.querySelectorAll(".lesson-done")) {
    box.hidden = false;
    toggle(box.querySelector("button"), "read", box.dataset.lesson, null);
  }

  /* --- on the start page and the page of progress ------------------------------------------------ */

  const holder = document.querySelector("[data-progress-source]");
  if (holder) {
    const tracks = JSON.parse(holder.dataset.progressSource);
    const words = {};
    for (const { name, value } of holder.attributes)
      if (name.startsWith("data-say-")) words[name.slice(9).replaceAll("-", "_")] = value;
    const said = (key, values) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    const lessons = tracks.flatMap((track) => track.lessons);
    const count = (found) => {
      const read = found.filter((one) => state.read.has(one.name)).length;
      const labels = found.flatMap((one) => one.exercises);
      const done = labels.filter((label) => state.done.has(label)).length;
      return { read, lessons: found.length, done, exercises: labels.length };
    };
    const bar = (place, track) => {
      const now = count(track.lessons);
      const label = said("of_track", now);
      const meter = document.createElement("progress");
      meter.max = now.lessons + now.exercises;
      meter.value = now.read + now.done;
      meter.setAttribute("aria-label", track.title || label);
      const line = document.createElement("span");
      line.textContent = label;
      place.replaceChildren(meter, line);
    };
    const solved = (one) =>
      one.exercises.length > 0 && one.exercises.every((label) => state.done.has(label));
    const whole = (found) => {
      const now = count(found);
      return now.lessons > 0 && now.read === now.lessons && now.done === now.exercises;
    };
    const earned = {
      first: () => lessons.some((one) => state.read.has(one.name)),
      solver: () => lessons.some((one) => one.exercises.some((label) => state.done.has(label))),
      thorough: () => lessons.some(solved),
      track: () => tracks.some((track) => track.lessons.every((one) => state.read.has(one.name))),
      all: () => whole(lessons),
    };
    shown.push(() => {
      [...document.querySelectorAll(".track-progress")].slice(0, tracks.length).forEach((place, k) => {
        bar(place, tracks[k]);
      });
      const now = count(lessons);
      const points = now.read * POINTS.lesson + now.done * POINTS.exercise;
      const level = 1 + Math.floor(Math.sqrt(points / POINTS.lesson));
      const sum = holder.querySelector(".progress-sum");
      if (sum) sum.textContent = `${said("level", { level })} · ${said("points", { points })}`;
      for (const row of holder.querySelectorAll("[data-lesson]")) {
        const one = lessons.find(({ name }) => name === row.dataset.lesson);
        const own = count([one]);
        row.classList.toggle("is-done", own.read === 1);
        const parts = [own.read ? words.was_read : words.open];
        if (own.exercises) parts.push(said("count", own));
        row.querySelector(".state").textContent = parts.join(" · ");
      }
      for (const row of holder.querySelectorAll("[data-achievement]")) {
        const is = earned[row.dataset.achievement]();
        row.classList.toggle("is-done", is);
        row.querySelector(".state").textContent = is ? words.earned : words.open;
      }
    });
    holder.hidden = false;

    /* --- a file, and nothing at all ------------------------------------------------------------ */

    const note = holder.querySelector(".progress-said");
    const file = holder.querySelector("input[type=file]");
    const acts = {
      export() {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text(state)], { type: "application/json" }));
        link.download = "progress.json";
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      },
      import() {
        file.click();
      },
      reset() {
        if (!confirm(words.sure)) return;
        state = empty();
        save();
        refresh();
        note.textContent = words.cleared;
      },
    };
    for (const button of holder.querySelectorAll("[data-action]"))
      button.addEventListener("click", () => acts[button.dataset.action]());
    if (file)
      file.addEventListener("change", async () => {
        if (!file.files.length) return;
        try {
          const found = parsed(await file.files[0].text());
          // What is there stays: two devices may have done different things.
          for (const kind of ["read", "done"]) for (const name of found[kind]) state[kind].add(name);
          save();
          refresh();
          note.textContent = words.imported;
        } catch {
          note.textContent = words.refused;
        }
        file.value = "";
      });
  }

  const refresh = () => shown.forEach((show) => show());
  load();
  refresh();
  // Another tab has changed it, or the page comes back from the browser's memory.
  for (const event of ["storage", "pageshow"])
    addEventListener(event, () => {
      load();
      refresh();
    });
})();
