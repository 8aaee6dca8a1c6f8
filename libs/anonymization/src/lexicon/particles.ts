import { fold } from './fold';
import type { LanguageWords } from './language-schema';
import { anyOf, wordsOfAll } from './languages';

/** The small words within names: "von", "van der". Pieces of regular expressions for the flag `u`. */

type ParticleWords = NonNullable<LanguageWords['particles']>;

const words = (list: (particles: ParticleWords) => readonly string[] | undefined): string[] =>
  wordsOfAll(({ particles }) => particles && list(particles));

const clear = words(({ clear }) => clear);
const joining = [...clear, ...words(({ everyday }) => everyday)];
const all = [...joining, ...words(({ within }) => within)];

/** Returns a pattern for "von" and "Von". */
const inEitherCase = (particles: readonly string[]): string =>
  anyOf(particles.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]));

/** Particles that join two parts of a name wherever they are between them. */
export const CLEAR_PARTICLE = `(?:${inEitherCase(clear)})`;

/** Particles that join two parts if it is certain that they are names. */
export const PARTICLE = `(?:und zu|${inEitherCase(joining)})`;

/**
 * Particles that are cut off the end of a name: only in lower case, since "Kim Le" is a name. "Von" and "De" never end
 * a name.
 */
export const TRAILING_PARTICLE = `(?:und zu|Von|Van|De[rnl]?|${anyOf(joining)})`;

/** Particles that may begin a name, with the blank after them: "von der ". */
export const LEADING_PARTICLES = `(?:${inEitherCase(words(({ leading }) => leading))}) (?:(?:${anyOf(all)}) )?`;

/** Any particle in lower case. */
export const ANY_PARTICLE = `(?:${anyOf(all)})`;

/** Excludes the `d’` of `d’Artagnan`, which is not a separate word. */
const folded = new Set(all.filter((word) => /\p{L}$/u.test(word)).map(fold));

/** Returns whether a folded word is a particle inside names. */
export function isParticle(word: string): boolean {
  return folded.has(word);
}
