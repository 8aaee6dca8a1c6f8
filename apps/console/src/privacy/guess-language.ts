import { FUNCTION_WORDS } from './function-words';

const languageOf = new Map(
  Object.entries(FUNCTION_WORDS).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
);
/** The length of the beginning by which a language is guessed. */
const GUESSED_BY = 10_000;

/**
 * Returns the language of a text: the one with most of its function words. Undefined if the text has none of them, or as
 * many of two languages.
 */
export function guessLanguage(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [word] of text
    .slice(0, GUESSED_BY)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    const code = languageOf.get(word);
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [[code, most] = [undefined, 0], [, next] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return most > next ? code : undefined;
}
