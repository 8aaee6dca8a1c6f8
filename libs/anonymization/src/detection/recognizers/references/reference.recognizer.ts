import type { Span } from '../../../spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import type { Announcement } from '../cues/announcements';
import { codeAt, wholeCode } from '../cues/code-at';

const NUMBERED = { fewestDigits: 2 };
/** After a word for the thing itself, such as "order 4711", the number must look like one. */
const NAMED = { fewestDigits: 2, isStrict: true };
/** A state with its postcode is not a file number: "Phoenix, AZ 85046". */
const ZIP = /(?<!\p{L})[A-Z]{2} \d{5}$/u;
/** Laws are numbered by year: "No 1215/2012", "n. 2016/679". */
const LAW = /^(?:\d{1,4}\/(?:\d{2}|(?:19|20)\d{2})|(?:19|20)\d{2}\/\d{1,4})$/;

/**
 * Numbers of customers, patients, cases, contracts, employees, students, orders, tickets and meters that a word, a key or a
 * column head in one of eight languages announces. They have no shape of their own.
 */
export class ReferenceRecognizer extends Recognizer {
  readonly name = 'reference';
  readonly finds = ['References'] as const;

  find(searched: SearchedText): Span[] {
    return searched.announced('reference', 'referenceWord').flatMap((place): Span[] => {
      const found = read(searched.text, place);
      return found ? [{ ...found, type: 'References' }] : [];
    });
  }
}

const FEWEST_DIGITS = 4;

function read(
  text: string,
  { kinds, start, limit, by }: Announcement,
): { start: number; end: number } | undefined {
  const isNumbered = kinds.includes('reference');
  const shape = isNumbered ? NUMBERED : NAMED;
  const found = by === 'field' ? wholeCode(text, start, limit, shape) : codeAt(text, start, limit, shape);
  if (!found || isNumbered) return found;
  const written = text.slice(found.start, found.end);
  if (ZIP.test(text.slice(start - 3, found.end)) || LAW.test(written)) return undefined;
  return looksNumbered(written, kinds.includes('account')) ? found : undefined;
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
