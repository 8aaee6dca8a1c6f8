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
  _: "[ ._'’-]{1,2}",
};
/**
 * A piece of a regular expression (flags `iu`) for a folded word of the lists in any of its spellings; `_` stands for what
 * may part two words.
 */
export function spellingsOf(word: string): string {
  return word.replace(/ae|oe|ue|ss|[aceilnosuz_]/g, (letters) => SPELLINGS[letters] ?? letters);
}
