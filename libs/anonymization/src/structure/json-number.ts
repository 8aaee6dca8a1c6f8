const DIGITS = /^\d{1,24}$/;
const BEFORE = /(?:["'][ \t\r\n]{0,8}:|[[,])[ \t\r\n]{0,40}$/;
const AFTER = /^[ \t\r\n]{0,40}[,}\]]/;

/** Whether `text.slice(start, end)` is written as a number of JSON: digits alone, after a key or in a list. */
export function isJsonNumber(text: string, start: number, end: number): boolean {
  return (
    DIGITS.test(text.slice(start, end)) &&
    BEFORE.test(text.slice(Math.max(0, start - 60), start)) &&
    AFTER.test(text.slice(end, end + 42))
  );
}
