import { LEADING_PARTICLES, PARTICLE } from '../../lexicon/particles';

/** How a name is written. Pieces of regular expressions for the flags `u`; every repeat is bounded. */

const WORD = "\\p{Lu}[\\p{L}\\p{M}]{0,30}(?:['’][\\p{L}]{1,30})?(?:-\\p{Lu}?[\\p{L}\\p{M}]{1,30}){0,2}";
const INITIAL = '\\p{Lu}\\.(?:-?\\p{Lu}\\.)?';

/** One written part: "Anna-Lena", "O'Brien", "J.", "McDonald". */
export const NAME_WORD = WORD;
export const NAME_PART = `(?:${INITIAL}|${WORD})`;

/** Up to five parts with their particles: "Ludwig van Beethoven", "J. R. Smith", "Ursula von der Leyen". */
export const FULL_NAME = `${NAME_PART}(?:[ \\u00a0](?:${PARTICLE} ){0,3}${NAME_PART}){0,4}`;

/** The same, beginning with a particle: "von der Leyen". */
export const ANY_NAME = `(?:${LEADING_PARTICLES})?${FULL_NAME}`;
