import type { ParticleWords } from '../../data/language-words';
import { fold } from './fold';
import { anyOf, wordsOfAll } from './languages';

/** The small words within names: "von", "van der". Pieces of regular expressions for the flag `u`. */

const words = (list: (particles: ParticleWords) => string | undefined): string[] =>
  wordsOfAll(({ particles }) => particles && list(particles));

const clear = words(({ clear }) => clear);
const joining = [...clear, ...words(({ everyday }) => everyday)];
const all = [...joining, ...words(({ within }) => within)];

/** "von" and "Von". */
const inEitherCase = (particles: readonly string[]): string =>
  anyOf(particles.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]));

/** What joins two parts of a name wherever it stands between them. */
export const CLEAR_PARTICLE = `(?:${inEitherCase(clear)})`;

/** What joins two parts where it is sure that a name stands there. */
export const PARTICLE = `(?:und zu|${inEitherCase(joining)})`;

/** What is cut off the end of a name: in small letters, since "Kim Le" is a name; "Von" and "De" are none anywhere. */
export const TRAILING_PARTICLE = `(?:und zu|Von|Van|De[rnl]?|${anyOf(joining)})`;

/** What a name may begin with, and the blank behind it: "von der ". */
export const LEADING_PARTICLES = `(?:${inEitherCase(words(({ leading }) => leading))}) (?:(?:${anyOf(all)}) )?`;

/** Any particle in small letters. */
export const ANY_PARTICLE = `(?:${anyOf(all)})`;

/** Not the `d’` of `d’Artagnan`, which is no word of its own. */
const folded = new Set(all.filter((word) => /\p{L}$/u.test(word)).map(fold));

/** Whether a folded word stands within names as a particle. */
export function isParticle(word: string): boolean {
  return folded.has(word);
}
