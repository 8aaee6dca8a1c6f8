const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const memo = new Map<string, string>();

/** The form in which words are compared: NFC, lower case, umlauts spelled out, accents and apostrophes dropped. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  const known = memo.get(lower);
  if (known !== undefined) return known;
  const folded = lower
    .normalize('NFC')
    .replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ]+/gu, '');
  if (memo.size > 50_000) memo.clear();
  memo.set(lower, folded);
  return folded;
}
