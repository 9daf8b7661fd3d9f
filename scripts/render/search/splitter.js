/* Cuts what a reader types into words of the index. */

/* Particles that may follow a noun, with and without the plural. */
const koreanParticle = new RegExp(
  "^들?(을|를|이|가|은|는|의|에|께|도|만|와|과|랑|나|며|고|로|으로|란|인|다|든|야|여"
    + "|이?나|이?란|이?며|이?고|이?라는?|이?라도|이?라고|이?다|입니다|이?었다|였다|일|임"
    + "|에서|에게|한테|에는|에도|에만|에서[는도만의]|으?로[는도만의]|으?로[써서]|와의|과의"
    + "|까지|부터|처럼|보다|마다|조차|마저|밖에|대로|만큼|뿐|하고|이랑)?$",
);
/* Endings that make a verb or an adjective of a noun. */
const koreanEnding =
  /^(적|화)?(하|해|했|한|할|함|합|되|돼|됐|된|될|됨|됩|시키|시켜|시킨|시킬|시킴|시킵|당하|당한|스러|스런|롭|로운)[가-힣]{0,5}$|^적(인|으로|이[가-힣]{0,3})?$/;

function isKoreanTail(tail) {
  return koreanParticle.test(tail) || koreanEnding.test(tail);
}

/* Gives the words of the index that a run of Hangul is made of, or the run itself. */
function koreanWords(run, isWord) {
  const best = [{ cost: 0, words: [] }];
  for (let end = 1; end <= run.length; end++) {
    for (let start = Math.max(0, end - 12); start < end; start++) {
      const before = best[start];
      const word = run.slice(start, end);
      if (!before || !isWord(word)) continue;
      // Few long words are likelier than many short ones.
      const cost = before.cost + (word.length > 1 ? 2 : 5);
      if (!best[end] || cost < best[end].cost)
        best[end] = { cost, words: [...before.words, word] };
    }
  }
  let found = best[run.length];
  for (let end = 1; end < run.length; end++) {
    const one = best[end];
    if (!one || !isKoreanTail(run.slice(end))) continue;
    if (!found || one.cost + 1 < found.cost) found = { cost: one.cost + 1, words: one.words };
  }
  if (found) return found.words;
  // Nobody wrote it: without what looks like a particle it may be part of a longer word.
  for (let end = 2; end < run.length; end++)
    if (koreanParticle.test(run.slice(end))) return [run.slice(0, end)];
  return [run];
}

function splitQuery(query) {
  const index = typeof Search === "undefined" ? null : Search._index;
  const has = (table, word) => Object.prototype.hasOwnProperty.call(table, word);
  const isWord = (word) =>
    index !== null && (has(index.terms, word) || has(index.titleterms, word));
  const words = [];
  let last = null;
  const parts = query.normalize("NFC").match(/[가-힣]+|[\p{L}\p{N}_\p{Emoji_Presentation}]+?(?=[가-힣]|[^\p{L}\p{N}_\p{Emoji_Presentation}]|$)/gu) || [];
  for (const part of parts) {
    if (!/[가-힣]/.test(part)) {
      words.push(part);
      last = null;
      continue;
    }
    const cut = koreanWords(part, isWord);
    // Two words that pages have as a compound are looked for as that.
    const compound = last !== null && cut.length ? last + cut[0] : "";
    if (compound && isWord(compound)) {
      words.pop();
      cut[0] = compound;
    }
    words.push(...cut);
    last = words[words.length - 1];
  }
  return words;
}
