const DAY_MS = 86_400_000;
/** Day 0 of the two date systems; the first believes that 1900 was a leap year, hence the 30th. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_466;

/** Whether a number format shows dates or times (ECMA-376, part 1, 18.8.30 and 18.8.31). */
export function isDateFormat(id: number, code = ''): boolean {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
    return true;
  return /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|general/gi, ''));
}

/** A date as a spreadsheet counts it, as ISO 8601; undefined where it is none. */
export function excelDate(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < LAST_DAY)) return undefined;
  const at = (from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * DAY_MS);
  const [date = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
