import { LEADING_PARTICLES, PARTICLE, TRAILING_PARTICLE } from '../../../lexicon/particles';
import type { Span } from '../../../text/spans/span';

/** The shapes of names, as pieces of regular expressions for the flags `u`. Every repetition is bounded. */

const WORD = "\\p{Lu}[\\p{L}\\p{M}]{0,30}(?:['’][\\p{L}]{1,30})?(?:-\\p{Lu}?[\\p{L}\\p{M}]{1,30}){0,2}";
const INITIAL = '\\p{Lu}\\.(?:-?\\p{Lu}\\.)?';

/** One written part: "Anna-Lena", "O'Brien", "J.", "McDonald". */
export const NAME_WORD = WORD;
export const NAME_PART = `(?:${INITIAL}|${WORD})`;

/** Up to five parts with their particles: "Ludwig van Beethoven", "J. R. Smith", "Ursula von der Leyen". */
export const FULL_NAME = `${NAME_PART}(?:[ \\u00a0](?:${PARTICLE} ){0,3}${NAME_PART}){0,4}`;

/** A full name that may begin with a particle: "von der Leyen". */
export const ANY_NAME = `(?:${LEADING_PARTICLES})?${FULL_NAME}`;

const PARTICLES_AT_END = new RegExp(`(?: ${TRAILING_PARTICLE}){1,8}$`, 'u');

/**
 * Returns the span of a name as the contract requires it (contract: Anonymizing and restoring, rule 2): cut before the first
 * word that `stops` it, without a particle at its end, without English 's. The German genitive ("Müllers") stays inside.
 *
 * @returns one span, or none if nothing is left
 */
export function nameSpan(
  text: string,
  start: number,
  name: string,
  stops: (word: string, previous: string | undefined) => boolean,
): Span[] {
  const words = name.split(/([ \u00a0]+)/u);
  const cut = words.findIndex((word, at) => at % 2 === 0 && stops(word, words[at - 2]));
  const kept = (cut === -1 ? words : words.slice(0, cut)).join('');
  const bare = kept
    .replace(/(?<![ \u00a0])[ \u00a0]+$/u, '')
    .replace(PARTICLES_AT_END, '')
    .replace(/['’](?:[sS])?$/u, '');
  return bare === '' ? [] : [{ start, end: start + bare.length, type: 'Names' }];
}
