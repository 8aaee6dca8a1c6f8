import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from './announcements';

/** Letters and digits with the signs inside a number: `LS-2025-30871`, `1188.12.03`, `08-4471820/3`. */
const RUN = /[\p{L}\p{N}]{1,40}(?:[-./_–·+]{1,2}[\p{L}\p{N}]{1,40}){0,11}/uy;
const MOST_GROUPS = 7;
const LONGEST = 48;

const DATE =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./]\d{4})$/;
/** The text after an amount, a measure, a share or a count. */
const UNIT =
  /^\s?(?:€|£|\$|%|[°:]\d|(?:EUR|USD|CHF|GBP|PLN|zł|kr|Euro|euros?|Mio|Mrd|Uhr|[ap]\.?m\b|h\b|min\b|s\b|ms\b|kg|g\b|km|cm|mm|m²|m\b|l\b|ml|MB|GB|KB|kB|kWh|px|pt\b|Stück|Stk|pcs|items?|pieces|times|percent|Prozent|days?|Tage?|weeks?|months?|years?|hours?|minutes?|seconds?)(?![\p{L}\p{N}]))/iu;
const WRITTEN_DATE = /^\d{1,2}\.? \p{L}{3,10}\.? \d{4}$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Names and constants of code: `uint32`, `X509_STORE`, `0x800`. */
const IDENTIFIER = /^(?:0x[0-9a-f]+|[a-z]+\d{1,3}|[A-Za-z]\w*_[A-Za-z_]{3,}\w*|_\w*)$/i;
const FRACTION = /^\d{1,2}\/\d{1,2}$/;
const AMOUNT = /^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$|^\d+,\d+$/;
const TIME = /^\d{1,2}[:.]\d{2}$/;

/** The range of a code, and its value in one notation if a table should know it in any other. */
export interface CodeRange extends Range {
  canonical?: string;
}

export interface CodeShape {
  /** The minimum number of digits */
  fewestDigits: number;
  /** Whether years, short numbers and the like are excluded */
  isStrict?: boolean;
}

/**
 * Returns the number, of digits or of digits and letters, at `start`: one run, or several with single blanks in between.
 * Dates, amounts, times and measures are excluded.
 *
 * @param limit its latest end
 */
export function codeAt(text: string, start: number, limit: number, shape: CodeShape): Range | undefined {
  const runs = runsAt(text, start, Math.min(limit, start + LONGEST));
  while (runs.length > 0) {
    const [first, last] = [runs[0] as Range, runs.at(-1) as Range];
    const written = text.slice(first.start, last.end);
    if (!isCutOff(text, runs)) {
      return isCode(written, text.slice(last.end, last.end + 12), shape)
        ? { start, end: last.end }
        : undefined;
    }
    runs.pop();
  }
  return undefined;
}

/** Punctuation, a remark or a next column: "4527 150791 (ÖGK)", "BERW 5104 1712   Exp. 2027/04". */
const BEHIND_CODE = /[.,:;]{1,3}$| \(\p{L}[\p{L}. ]{1,20}\)$|(?<! ) {2}.*$/u;

/** Returns the whole value of a field, if it is one number and nothing else. */
export function wholeCode(text: string, start: number, end: number, shape: CodeShape): Range | undefined {
  const written = text.slice(start, Math.min(end, start + LONGEST + 1)).replace(BEHIND_CODE, '');
  const isOne = /^[\p{L}\p{N}][\p{L}\p{N}() ./_·–+#-]{0,47}$/u.test(written) && !/\p{Ll}{3}/u.test(written);
  return isOne && isCode(written, '', shape) ? { start, end: start + written.length } : undefined;
}

function runsAt(text: string, start: number, limit: number): Range[] {
  const runs: Range[] = [];
  for (let at = start; runs.length < MOST_GROUPS && at < limit;) {
    RUN.lastIndex = at;
    const written = RUN.exec(text)?.[0];
    if (written === undefined || at + written.length > limit) break;
    const goesOn = runs.length === 0 ? begins(written) : continues(written);
    if (!goesOn) break;
    runs.push({ start: at, end: at + written.length });
    at += written.length;
    if (!/[ \u00a0]/.test(text[at] ?? '')) break;
    at += 1;
  }
  return runs;
}

/** Returns whether a run begins a number: it has a digit, or is a few capitals, as in "KH 4471". */
const begins = (run: string): boolean => /\p{N}/u.test(run) || /^\p{Lu}{1,4}$/u.test(run);

/** Returns whether a run continues a number: it consists of digits and capitals, and is not a word. */
const continues = (run: string): boolean =>
  (/\p{N}/u.test(run) && !/\p{Ll}/u.test(run) && !DATE.test(run)) || /^\p{Lu}{1,3}$/u.test(run);

/** Returns whether the last group belongs to the following words: "4711 12 Stück", "order 4711 A letter". */
function isCutOff(text: string, runs: readonly Range[]): boolean {
  const last = runs.at(-1);
  if (!last || runs.length === 1) return false;
  const group = text.slice(last.start, last.end);
  const after = text.slice(last.end, last.end + 12);
  if (/^\p{Lu}{2,3}$/u.test(group)) return true;
  if (/^[AEIOY]$/u.test(group)) return /^ \p{L}/u.test(after);
  if (/^[.,:]\d/.test(after) || UNIT.test(after) || AMOUNT.test(group) || DATE.test(group)) return true;
  return /^\d{1,2}$/.test(group) && /^\.? \p{L}{2}/u.test(after);
}

function isCode(written: string, after: string, { fewestDigits, isStrict = false }: CodeShape): boolean {
  const digits = written.match(/\p{N}/gu)?.length ?? 0;
  if (digits < fewestDigits || DATE.test(written) || AMOUNT.test(written) || TIME.test(written)) return false;
  if (UUID.test(written) || IDENTIFIER.test(written)) return false;
  if (WRITTEN_DATE.test(written) || FRACTION.test(written)) return false;
  if (/^[.,:]\d/.test(after) || UNIT.test(after)) return false;
  if (/^[\p{L}\p{N}@\\]|^[([]\)?/u.test(after) && /^[\p{L}\p{N}@\\(]/u.test(after)) return false;
  if (!isStrict) return true;
  const isYear = /^(?:19|20)\d{2}$/.test(written);
  // Words with a digit: "v2", "step1", "utf8".
  const isWord = /^\p{L}?\p{Ll}+\p{N}{0,2}$/u.test(written) || /^v\d/i.test(written);
  return !isYear && !isWord;
}

/** Returns the match of a sticky pattern directly after an announcement, if it ends within its field. */
export function matchAfter(text: string, { start, limit }: Announcement, pattern: RegExp): Range | undefined {
  pattern.lastIndex = start;
  const end = start + (pattern.exec(text)?.[0].length ?? 0);
  return end > start && end <= limit ? { start, end } : undefined;
}
