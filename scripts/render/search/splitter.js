/* Cuts what a reader types into words of the index. `korean` holds the particles. */

const koreanParticle = new RegExp(`^${korean.particles}$`);
/* Those of a word of one syllable. */
const koreanObvious = new RegExp(`^(?:${korean.afterOne.join("|")})[는도만의]?$`);
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

/* What the index has: nouns and stems as Kiwi found them, and words as they are written. */
const koreanIndex = {
  tables: () => [Search._index.terms, Search._index.titleterms, ...Object.values(Search._index.names || {})],
  has: (word) => koreanIndex.tables().some((table) => Object.prototype.hasOwnProperty.call(table, word)),
  some: (test) => koreanIndex.tables().some((table) => Object.keys(table).some(test)),
  isWritten: (word) => koreanIndex.has(korean.written + word),
  /* Whether it is in a longer noun, or a written word begins with it. */
  isPart: (word) => koreanIndex.some(koreanHolds(word)),
  /* Whether it is written with a particle that only nouns have. */
  isNoun: (word) => korean.clear.some((particle) => koreanIndex.isWritten(word + particle)),
  /* Whether it is written with what makes a verb of a noun. */
  isVerb: (word) => {
    const written = korean.written + word;
    return koreanIndex.some((term) => term.startsWith(written) && koreanEnding.test(term.slice(written.length)));
  },
};

/* Gives a test for words of the index that answer for a word: nouns that it is in, and written words
   that it begins. Of those of one syllable only what is written with a particle answers. */
function koreanHolds(word) {
  const written = korean.written + word;
  if (word.length < 2)
    return (term) => term.startsWith(written) && koreanParticle.test(term.slice(written.length));
  return (term) => (term.startsWith(korean.written) ? term.startsWith(written) : term.includes(word));
}

/* Gives what a run of Hangul may be when its particle or ending is left out, the longest first.
   Many nouns of two syllables end on what could be a particle, and a word of one becomes no verb. */
function koreanStems(run) {
  const stems = [run];
  for (let end = run.length - 1; end > 0; end--) {
    const tail = run.slice(end);
    // No noun ends on 으: it belongs to the particle.
    if (run[end - 1] === "으" && tail[0] === "로") continue;
    if (end > 1 ? koreanParticle.test(tail) || koreanEnding.test(tail) : koreanObvious.test(tail))
      stems.push(run.slice(0, end));
  }
  return stems;
}

/* Kiwi takes a noun that it does not know together with its particle, in some places. */
function isKoreanNounWithParticle(word, noun) {
  const tail = word.slice(noun.length);
  const isClear = korean.clear.includes(tail);
  return koreanIndex.has(noun) && koreanParticle.test(tail) && !koreanIndex.isNoun(word)
    && !koreanIndex.isVerb(word) && (noun.length > 1 ? isClear || koreanIndex.isNoun(noun) : isClear && koreanIndex.isNoun(noun));
}

function isKoreanSyllableWithParticle(run) {
  return run.length > 1 && koreanParticle.test(run.slice(1)) && koreanIndex.has(run[0]);
}

/* Gives the fewest words that a run is made of, with particles between them; null for none. */
function koreanParts(run) {
  const best = [{ cost: 0, words: [] }];
  for (let end = 1; end <= run.length; end++) {
    for (let start = Math.max(0, end - 12); start < end; start++) {
      const before = best[start];
      const part = run.slice(start, end);
      if (!before) continue;
      // Few long words are likelier than many short ones.
      let cost = Infinity;
      let words = [...before.words, part];
      if (koreanIndex.has(part)) cost = part.length > 1 ? 2 : 5;
      else if (koreanIndex.isWritten(part) && !isKoreanSyllableWithParticle(part))
        cost = part.length > 1 ? 4 : 6;
      if (cost > 2 && start > 0 && koreanParticle.test(part)) [cost, words] = [1, before.words];
      cost += before.cost;
      if (cost < Infinity && (!best[end] || cost < best[end].cost)) best[end] = { cost, words };
    }
  }
  const found = best[run.length];
  // Syllables alone make no word: 인수 is none of 인 and 수.
  return found && found.words.some((word) => word.length > 1) ? found : null;
}

/* Gives the words of the index that a run of Hangul is made of, or the run itself. */
function koreanWords(run) {
  const stems = koreanStems(run);
  const long = stems.filter((stem) => stem.length > 1);
  // 쓰기에서 is 쓰기 and 에서, though 쓰기에 is written, too.
  const isCut = (noun) => korean.clear.includes(run.slice(noun.length)) && koreanIndex.isPart(noun);
  const whole = stems.find((stem, at) =>
      koreanIndex.has(stem) && !stems.slice(at + 1).some((noun) => isKoreanNounWithParticle(stem, noun)))
    || (isKoreanSyllableWithParticle(run) && koreanIndex.isNoun(run[0]) ? run[0] : undefined)
    || long.find((stem, at) => koreanIndex.isPart(stem) && !long.slice(at + 1).some(isCut));
  if (whole) return [whole];
  let found = null;
  for (const stem of stems) {
    const one = koreanParts(stem);
    const cost = one && one.cost + (stem === run ? 0 : 1);
    if (one && (!found || cost < found.cost)) found = { cost, words: one.words };
  }
  if (found) return found.words;
  if (isKoreanSyllableWithParticle(run)) return [run[0]];
  // It stands inside of words only, or nobody wrote it.
  const inside = long.find((stem) => koreanIndex.some((term) => term.includes(stem)));
  return [inside || (koreanParticle.test(run.slice(1)) ? run[0] : long.at(-1) || run)];
}

function splitQuery(query) {
  const known = typeof Search !== "undefined" && Search._index;
  const words = [];
  let last = null;
  let typed = null;
  const text = query.normalize("NFC");
  const runs = text.matchAll(/[가-힣]+|[\p{L}\p{N}_\p{Emoji_Presentation}]+?(?=[가-힣]|[^\p{L}\p{N}_\p{Emoji_Presentation}]|$)/gu);
  for (const { 0: part, index: at } of runs) {
    if (!known || !/[가-힣]/.test(part)) {
      words.push(part);
      last = null;
      continue;
    }
    // Of a word in Latin letters or code it is the particle.
    if (at > 0 && /[^\s가-힣]/.test(text[at - 1]) && koreanParticle.test(part)) continue;
    // Two words that pages have as a compound are looked for as that, where no particle parts them.
    const longer = last === null || last !== typed ? [] : koreanStems(last + part).filter((stem) => stem.length > last.length);
    const compound = longer.find(koreanIndex.has) || longer.find(koreanIndex.isPart);
    if (compound) words[words.length - 1] = compound;
    else words.push(...koreanWords(part));
    last = words[words.length - 1];
    typed = compound ? typed + part : part;
  }
  // Of jnp.where nothing is left but jnp, unless the whole is a word.
  for (const [name, end] of known ? text.matchAll(/(?<!\w)[^\W\d]\w*\.([a-z_]+)(?![\w.])/gi) : [])
    if (stopwords.has(end.toLowerCase()) && koreanIndex.has(new Stemmer().stemWord(name.toLowerCase())))
      words.push(name);
  return words;
}
