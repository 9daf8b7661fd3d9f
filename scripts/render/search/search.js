/* The search page: every word must be found; extracts come from the article. */
const valueOf = (table, key) => (Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined);
const filesOf = (table, word) => [].concat(valueOf(table, word) ?? []);

/* What a word of a heading has more than one of the text alone, and the most that a page can have by
   how much it says of a word: any page with it in a heading comes before any without. */
const HEADING = 5;
const HIGHEST = 4.9;
/* Of what has no word but a longer one, or what has the thing by another name. */
const INSIDE = 2;
const OTHER_NAME = 1;

/* Gives by page how much it says of a word that it has. */
function weightsOf(word) {
  const { terms, titleterms, weight } = Search._index;
  const headed = filesOf(titleterms, word);
  const files = [...new Set([...filesOf(terms, word), ...headed])].sort((one, other) => one - other);
  const signs = valueOf(weight || {}, word) || "";
  return files.map((file, at) => {
    const level = parseInt(signs[at] || "1", 36) - 1;
    return [file, Scorer.term + Math.min(HIGHEST, level / 3) + (headed.includes(file) ? HEADING : 0)];
  });
}

/* Gives the pages that have a word, with the score of each. */
function pagesWith(word) {
  const { terms, titleterms, names = { own: {}, other: {} } } = Search._index;
  const found = new Map(weightsOf(word));
  const add = (files, score) => {
    for (const file of files) found.set(file, Math.max(score, found.get(file) || 0));
  };
  const isKorean = /[가-힣]/.test(word);
  const addAll = (test, tables, score) => {
    for (const table of tables)
      for (const term of Object.keys(table)) if (test(term)) add(filesOf(table, term), score);
  };
  const isInside = (term) => term.includes(word);
  const texts = [titleterms, terms];
  // Nouns make longer ones: who looks for 미분 looks for 편미분 and 자동미분, too.
  if (isKorean) addAll(koreanHolds(word), texts, INSIDE);
  else if (word.length > 2) addAll(isInside, texts.filter((table) => valueOf(table, word) === undefined), INSIDE);
  for (const table of [names.own, names.other]) add(filesOf(table, word), OTHER_NAME);
  if (isKorean) addAll(koreanHolds(word), [names.other], OTHER_NAME);
  // Inside of a word as it is written it is most often something else, such as 정의 in 과정의; and
  // of a page's other names a part is another word, such as 데이터 in 데이터 타입.
  if (!found.size && isKorean) addAll(isInside, texts, INSIDE);
  if (!found.size && (isKorean || word.length > 2)) addAll(isInside, Object.values(names), OTHER_NAME);
  return found;
}

/* Gives by word the pages that have a thing whose other name the words are. */
function pagesNamed(words) {
  const { own } = Search._index.names || { own: {} };
  const found = new Map();
  for (let first = 0; first < words.length; first++)
    for (let end = first + 2; end <= words.length; end++) {
      const name = words.slice(first, end);
      const files = [" ", ""].flatMap((between) => filesOf(own, name.join(between)));
      for (const word of files.length ? name : []) found.set(word, [...(found.get(word) || []), ...files]);
    }
  return found;
}

Search.performTermsSearch = (searchTerms, excludedTerms) => {
  const { filenames, docnames, titles } = Search._index;
  // As Sphinx has it: short words in Latin letters need not be there, unless there is no other.
  const isLong = (word) => word.length > 2 || /[가-힣]/.test(word);
  const terms = [...searchTerms];
  Search.looked = terms;
  const words = terms.some(isLong) ? terms.filter(isLong) : terms;
  const named = pagesNamed(terms);
  const wanted = words.map((word) => {
    const pages = pagesWith(word);
    for (const file of named.get(word) || []) if (!pages.has(file)) pages.set(file, OTHER_NAME);
    return pages;
  });
  if (!wanted.length) return [];
  const excluded = new Set([...excludedTerms].flatMap((word) => [...pagesWith(word).keys()]));
  // What nearly all pages have tells none from another, such as the name of the library.
  const isTelling = (pages) => pages.size <= 0.8 * titles.length;
  const telling = wanted.some(isTelling) ? wanted.filter(isTelling) : wanted;
  const parts = words.flatMap((word) => word.split("_"))
    .filter((part) => isLong(part) && !stopwords.has(part) && isTelling(pagesWith(part)));
  const letters = (some) => some.reduce((sum, part) => sum + part.length, 0);
  // Stems have an i for the y of body.
  const alike = (text) => text.toLowerCase().replace(/y/g, "i");
  const longestFirst = words.map(alike).sort((one, other) => other.length - one.length);
  // Sphinx gives the title of a page no more than that of any section of it.
  const inTitle = (file) => {
    const spoken = alike(titles[file]);
    const title = spoken.replace(/\s/g, "");
    if (longestFirst.every((word) => title.includes(word))) {
      // Each word takes its own letters of the title.
      let rest = title;
      const said = longestFirst.filter((word) => {
        const isThere = rest.includes(word);
        rest = rest.replace(word, " ");
        return isThere;
      });
      return Scorer.term + (Scorer.term * letters(said)) / Math.max(title.length, letters(words));
    }
    // Among pages that are else alike: a.b.scan is at home where the title has scan. Below 1, by
    // which Sphinx has a whole title, as it is typed, before other places.
    const some = parts.filter((part) => placesOf(alike(part), spoken).length);
    return some.length ? letters(some) / (2 * letters(parts)) : 0;
  };
  const results = [];
  for (const file of wanted[0].keys()) {
    if (excluded.has(file) || !wanted.every((pages) => pages.has(file))) continue;
    const score = telling.reduce((sum, pages) => sum + pages.get(file), 0) / telling.length + inTitle(file);
    results.push([docnames[file], titles[file], "", null, score, filenames[file], SearchResultKind.text]);
  }
  return results;
};

/* What of a page is no text of it or folded, what in it is printed, and what of it is code at all. */
const APART =
  ".headerlink, script, style, button, h1, .about-lesson, .lesson-done, .lesson-foot, .folded-output";
const LABELS = ".lesson-facts, .lesson-tag, .track-about";
const PRINTED = `${APART}, ${LABELS}, .cell_output`;
const CODE = `${APART}, ${LABELS}, .cell, pre`;

/* Gives what a page says below its title, without some parts. */
Search.htmlToText = (text, anchor, apart = APART) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  const article = page.querySelector("article.bd-article") || page.querySelector('[role="main"]');
  if (!article) return "";
  for (const part of article.querySelectorAll(apart)) part.remove();
  const section = anchor ? article.querySelector(anchor) : null;
  return (section || article).textContent.replace(/\s+/g, " ").trim();
};

/* Gives a pattern for a word, whatever spaces are in it; an English one only where one begins. */
function patternOf(word) {
  const signs = [...word].map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const start = /^[a-z]/.test(word) ? "(?<![a-z])" : "";
  return start + signs.join("[\\s\\u00ad\\u200b]?");
}

/* Gives where a page has a word. */
function placesOf(word, text) {
  return [...text.matchAll(new RegExp(patternOf(word), "g"))].map((match) => match.index);
}

/* Marks Korean words in a text, which Sphinx would only with the spaces that they were typed with. */
function markKorean(element, words) {
  const patterns = [...words].filter((word) => /[가-힣]/.test(word)).map(patternOf);
  if (!patterns.length || element.children.length) return;
  const parts = element.textContent.split(new RegExp(`(${patterns.join("|")})`, "g"));
  element.replaceChildren(...parts.map((part, at) => {
    if (at % 2 === 0) return document.createTextNode(part);
    const span = document.createElement("span");
    span.classList.add("highlighted");
    span.textContent = part;
    return span;
  }));
}

Search.makeSearchSummary = (text, words, anchor) => {
  const LENGTH = 240;
  const BEFORE = 60;
  const read = (apart) => {
    const said = Search.htmlToText(text, anchor, apart);
    const places = [...words].map((word) => placesOf(word, said.toLowerCase()));
    return { said, places, count: places.filter((found) => found.length).length };
  };
  // An error's message is long and says little: code is shown for words that stand nowhere else,
  // and what it printed for those that are not in the code.
  let found = read(CODE);
  for (const apart of [PRINTED, APART]) {
    if (found.count === found.places.length) break;
    const more = read(apart);
    if (more.count > found.count) found = more;
  }
  const { said: all, places } = found;
  // Where most of the words stand together; the first of such places.
  let best = { at: 0, count: 0 };
  for (const at of places.flat().sort((one, other) => one - other)) {
    const isNear = (place) => place >= at && place < at + LENGTH - BEFORE;
    const count = places.filter((found) => found.some(isNear)).length;
    if (count > best.count) best = { at, count };
  }
  // Words are not cut.
  const space = all.lastIndexOf(" ", Math.max(0, best.at - BEFORE));
  const start = best.at > BEFORE ? space + 1 : 0;
  const end = all.length > start + LENGTH ? Math.max(all.lastIndexOf(" ", start + LENGTH), start + BEFORE) : all.length;
  const summary = document.createElement("p");
  summary.classList.add("context");
  summary.textContent = (start ? "… " : "") + all.slice(start, end).trim() + (end < all.length ? " …" : "");
  markKorean(summary, words);
  return summary;
};

/* A page that is opened from a disk may not read others: there are results without extracts. */
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

/* Extracts come as pages do. A result is seen when it has its own and those above it are seen, so
   that nothing moves that somebody reads; what takes too long is seen without. */
if (DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY)
  document.addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("search-results");
    if (!place) return;
    const LONGEST = 3000;
    let isLate = false;
    let timer = 0;
    place.classList.add("in-order");
    const settle = () => {
      if (!timer && place.querySelector("li")) timer = setTimeout(settleAll, LONGEST);
      for (const item of place.querySelectorAll("ul.search > li:not(.settled)")) {
        if (!isLate && !item.querySelector("a ~ *")) return;
        SphinxHighlight.keepWords?.(item);
        markKorean(item.querySelector("a"), Search.looked || []);
        item.classList.add("settled");
      }
    };
    const settleAll = () => {
      isLate = true;
      settle();
    };
    new MutationObserver(settle).observe(place, { childList: true, subtree: true });
  });
