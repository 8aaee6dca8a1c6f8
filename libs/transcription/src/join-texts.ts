/** Written without blanks between words. */
const UNSPACED = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);

/** One text of the texts of pieces. */
export const joinTexts = (texts: readonly string[], language: string): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join(UNSPACED.has(language) ? '' : ' ');
