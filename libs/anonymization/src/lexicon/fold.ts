const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * Returns lower case with umlauts and ß spelled out, and accents kept, so that "GRÜSSE", "Gruesse" and "Grüße" are
 * equal.
 */
export function spelledOut(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z]*$/.test(lower)) return lower;
  return lower.normalize('NFC').replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? letter);
}

/** The part of a word that is folded. A word can be as long as a text, which would hold the event loop. */
const LONGEST_FOLDED = 16_384;

/**
 * Returns the form in which words are compared: NFC, lower case, umlauts spelled out, accents and apostrophes removed.
 */
export function fold(word: string): string {
  if (word.length > LONGEST_FOLDED) return fold(word.slice(0, LONGEST_FOLDED)) + word.slice(LONGEST_FOLDED);
  const lower = word.toLowerCase();
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  return spelledOut(lower)
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ]+/gu, '');
}

/** Folds a word, and replaces the Polish `ł` by `l`, as people type it on other keyboards. */
export function foldCue(word: string): string {
  return fold(word).replaceAll('ł', 'l');
}

const SPELLINGS: Readonly<Record<string, string>> = {
  ae: '(?:ae|ä)',
  oe: '(?:oe|ö)',
  ue: '(?:ue|ü)',
  a: '[aàáâãą]',
  e: '[eéèêëę]',
  i: '[iíìî]',
  o: '[oóòôõ]',
  u: '[uúùû]',
  c: '[cçć]',
  l: '[lł]',
  n: '[nñń]',
  s: '[sś]',
  ss: '(?:ss|ß)',
  z: '[zżź]',
  ' ': "[ ._'’-]{1,2}",
};

/**
 * Returns a piece of a regular expression (flags `iu`) for all spellings of a folded word or phrase of the lists. A blank
 * matches any separator of two words.
 */
export function spellingsOf(word: string): string {
  return word.replace(/ae|oe|ue|ss|[aceilnosuz ]/g, (letters) => SPELLINGS[letters] ?? letters);
}
