import { piecesOfAll } from '../../../lexicon/languages';
import { ADDRESS, TITLES } from '../../../lexicon/titles';
import type { Span } from '../../../text/spans/span';

/** Words by which speakers name themselves, up to the name. */
const BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${piecesOfAll(({ letters }) => letters?.ownIntroductions)})[ \\u00a0]+${ADDRESS}${TITLES}$`,
  'iu',
);
/** "I'm Anna's sister" does not name the speaker. */
const POSSESSIVE = /^['’]s(?!\p{L})/iu;
/** The longest words before a name, with titles. In UTF-16 code units. */
const LONGEST = 100;

/**
 * Returns the names in a text that its speakers say of themselves: "my name is Anna Weber", "hier ist Anna Weber".
 *
 * @param found all that was found in the text
 */
export const ownNames = (text: string, found: readonly Span[]): Span[] =>
  found.filter(
    ({ type, start, end }) =>
      type === 'Names' &&
      BEFORE.test(text.slice(Math.max(start - LONGEST, 0), start)) &&
      !POSSESSIVE.test(text.slice(end, end + 3)),
  );
