import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';

/** A state with its postcode is not a file number: "Phoenix, AZ 85046". */
const ZIP = /(?<!\p{L})[A-Z]{2} \d{5}$/u;
/** Laws are numbered by year: "No 1215/2012", "n. 2016/679". */
const LAW = /^(?:\d{1,4}\/(?:\d{2}|(?:19|20)\d{2})|(?:19|20)\d{2}\/\d{1,4})$/;

const FEWEST_DIGITS = 4;

/** Returns whether a code after a word for a thing, such as "order 4711", looks like its number. */
export function isNumberOfThing(
  text: string,
  { start, end }: Range,
  { start: from, kinds }: Announcement,
): boolean {
  const written = text.slice(start, end);
  if (ZIP.test(text.slice(Math.max(0, from - 4), end)) || LAW.test(written)) return false;
  return looksNumbered(written, kinds.includes('account'));
}

/**
 * Returns whether it has at least four digits, or capitals and digits: `TK117`, `QZ8R4M`. A bank account has no
 * letters.
 */
function looksNumbered(written: string, isAccount: boolean): boolean {
  const digits = written.match(/\d/g)?.length ?? 0;
  const isMixed = /\p{Lu}/u.test(written) && !/\p{Ll}/u.test(written) && written.length >= 5;
  if (isAccount) return isMixed && digits >= FEWEST_DIGITS;
  return isMixed || digits >= FEWEST_DIGITS;
}
