import { fold } from './fold';
import { SURROGATES } from './known-names';

/** Every word of the surrogate names of all languages, folded. */
export const SURROGATE_WORDS: readonly string[] = [
  ...new Set(
    Object.values(SURROGATES)
      .flatMap(({ female, male, family }) => [...female, ...male, ...family])
      .map(fold),
  ),
];

const SHORTEST = 2;
const beginnings: ReadonlySet<string> = new Set(
  SURROGATE_WORDS.flatMap((name) =>
    Array.from({ length: Math.max(0, name.length - SHORTEST) }, (_, at) => name.slice(0, at + SHORTEST)),
  ),
);

/** Returns whether a folded word is the beginning of a surrogate name, as in a text that was cut off. */
export const isBeginning = (folded: string): boolean => beginnings.has(folded);
