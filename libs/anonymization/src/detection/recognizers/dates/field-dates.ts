import type { FieldKind } from '../../../lexicon/language-kinds';
import { type DayOrder, fullYear, isoDate } from '../../../text/dates/calendar-date';
import type { FoundDate } from '../../../text/dates/found-date';
import type { SearchedText } from '../../searched-text';

const KINDS = new Set<FieldKind | undefined>(['date', 'birthdate']);
/** 20240503 */
const COMPACT = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/;
/** 03051961 */
const COMPACT_YEAR_LAST = /^(?<day>\d{2})(?<month>\d{2})(?<year>(?:19|20)\d{2})$/;
/** "3 5 1961", "3 / 5 / 61", "3.5.61" */
const LOOSE = /^(?<one>\d{1,2}) ?[ ./-] ?(?<other>\d{1,2}) ?[ ./-] ?(?<year>\d{4}|['’]?\d{2})$/;

/** Yields dates that only the name of their field identifies as dates. */
export function* fieldDates(searched: SearchedText, order: DayOrder): Generator<FoundDate> {
  for (const field of searched.fields) {
    const { start, end } = field;
    if (end - start > 16 || end - start < 6 || !KINDS.has(searched.kindOf(field))) continue;
    const value = searched.text.slice(start, end);
    const compact = (COMPACT.exec(value) ?? COMPACT_YEAR_LAST.exec(value))?.groups;
    if (compact) {
      const iso = isoDate(Number(compact.year), Number(compact.month), Number(compact.day));
      if (iso !== undefined) yield { start, end, iso };
      continue;
    }
    const { one = '', other = '', year = '' } = LOOSE.exec(value)?.groups ?? {};
    if (year === '') continue;
    const [day, month] = order === 'month-first' && Number(one) <= 12 ? [other, one] : [one, other];
    const [iso, birth] = [false, true].map((isBirth) =>
      isoDate(fullYear(year, isBirth), Number(month), Number(day)),
    );
    if (iso !== undefined) yield { start, end, iso, birth };
  }
}
