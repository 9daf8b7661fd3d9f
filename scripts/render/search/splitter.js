/* Cuts what a reader types into words of the index. */

/* Particles that may follow a noun, with and without the plural. */
const koreanParticle = new RegExp(
  "^들?(을|를|이|가|은|는|의|에|께|도|만|와|과|랑|나|며|고|로|으로|란|인|다|든|야|여"
    + "|이?나|이?란|이?며|이?고|이?라는?|이?라도|이?라고|이?다|입니다|이?었다|였다|일|임"
    + "|에서|에게|한테|에는|에도|에만|에서[는도만의]|으?로[는도만의]|으?로[써서]|와의|과의"
    + "|까지|부터|처럼|보다|마다|조차|마저|밖에|대로|만큼|뿐|하고|이랑)?$",
);
/* Those of a word of one syllable: more than these would cut 속도 and 정의. */
const koreanObvious = /^들?(을|를|은|는|과|와|에[는도만]?|에서[는도만의]?|으?로[는도만의써서]?|마다|까지|부터|처럼|보다|이란|이라는|라는)$/;
/* Those on which hardly a noun ends. */
const koreanClear = /^(의|을|를|은|는|에|에서|으?로)$/;
/* What makes a verb or an adjective of a noun, in the forms that are written. Not any syllables may
   follow: 함수 is a noun, and so are 하강 and 해석. */
const koreanEnding = new RegExp(
  "^화?("
    + "[하되]([다고며면자니나던도려므게기네냐]|면서|는|는데|는지|는가|지|지만|지는|지도|기도|기는|기에|기로|기만|기를"
    + "|니까|도록|려고|려면|려는|거나|거든|더라도|므로|고자|고서|세요|십시오|라고|라도|라는)?"
    + "|하(여|여서|여야|여도|였[가-힣]{0,4})|되(어|어서|어야|어도|었[가-힣]{0,4}|어[가-힣]{0,3})"
    + "|[해돼](서|도|야|야만|요|라|보[가-힣]{0,4}|주[가-힣]{0,4}|줍니다|봅니다|지는|집니다|진)?"
    + "|[했됐][가-힣]{0,5}"
    + "|[한된](다|다고|다면|다는|데|들|지|채)?|[할될](지|까|수록|게|지라도|만한)?"
    + "|[함됨](을|은|이|으로|으로써|에|과|의|도)?|[합됩](니다|니까|니다만|시다)"
    + "|시[키켜킨킬킴킵][가-힣]{0,4}|당[하해한할함합][가-힣]{0,4}|스[러런럽][가-힣]{0,3}|롭[가-힣]{0,2}|로[운워][가-힣]{0,2}"
    + ")$|^적(인|으로|이[가-힣]{0,3})?$",
);

/* Gives what a run of Hangul may be when its particle or ending is left out, the longest first.
   A word of one syllable becomes no verb, and many nouns end on what could be its particle. */
function koreanStems(run) {
  const stems = [run];
  for (let end = run.length - 1; end > 0; end--) {
    const tail = run.slice(end);
    if (end > 1 ? koreanParticle.test(tail) || koreanEnding.test(tail) : koreanObvious.test(tail))
      stems.push(run.slice(0, end));
  }
  return stems;
}

/* Gives the words of the index that a run of Hangul is made of, or the run itself. `isPart` tells
   whether it stands in a longer word. */
function koreanWords(run, isWord, isPart) {
  const stems = koreanStems(run);
  // Kiwi takes a noun that it does not know together with its particle, in some places.
  const isBetter = (shorter, stem) =>
    shorter.length > 1 && isWord(shorter) && koreanClear.test(stem.slice(shorter.length));
  const whole = stems.find((stem, at) =>
      isWord(stem) && !stems.slice(at + 1).some((shorter) => isBetter(shorter, stem))) || stems.find((stem) => stem.length > 1 && isPart(stem));
  if (whole) return [whole];
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
  let found = null;
  for (const stem of stems) {
    const one = best[stem.length];
    const cost = one && one.cost + (stem === run ? 0 : 1);
    if (one && (!found || cost < found.cost)) found = { cost, words: one.words };
  }
  if (found) return found.words;
  if (koreanParticle.test(run.slice(1)) && isWord(run[0])) return [run[0]];
  // Nobody wrote it.
  return [stems.length > 1 ? stems[1] : run];
}

function splitQuery(query) {
  const index = typeof Search === "undefined" ? null : Search._index;
  const has = (table, word) => Object.prototype.hasOwnProperty.call(table, word);
  const isWord = (word) =>
    index !== null && (has(index.terms, word) || has(index.titleterms, word));
  const isPart = (word) =>
    index !== null && [index.terms, index.titleterms].some((table) =>
      Object.keys(table).some((term) => term.includes(word)));
  const words = [];
  let last = null;
  const parts = query.normalize("NFC").match(/[가-힣]+|[\p{L}\p{N}_\p{Emoji_Presentation}]+?(?=[가-힣]|[^\p{L}\p{N}_\p{Emoji_Presentation}]|$)/gu) || [];
  for (const part of parts) {
    if (!/[가-힣]/.test(part)) {
      words.push(part);
      last = null;
      continue;
    }
    // Two words that pages have as a compound are looked for as that.
    const longer = last === null ? [] : koreanStems(last + part).filter((stem) => stem.length > last.length);
    const compound = longer.find(isWord) || longer.find(isPart);
    if (compound) words[words.length - 1] = compound;
    else words.push(...koreanWords(part, isWord, isPart));
    last = words[words.length - 1];
  }
  return words;
}
