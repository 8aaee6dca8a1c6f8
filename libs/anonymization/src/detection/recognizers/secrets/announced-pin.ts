import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';

const PIN =
  /(?<![\p{L}\p{N}])(?:\d{3,8}|\d{3} ?\d{3}|\d{2} \d{2}(?: \d{2})?|[A-Z]?\d{3,6}[A-Z#*]?|[\dA-Z]{4,8})(?![\p{L}\p{N}]|[.,:/-]\d|\s?(?:€|%|EUR))/uy;
const YEAR = /^(?:19|20)\d{2}$/;
/** "PIN Karte 4471", but not a continuing sentence: "PIN entry failed 4471 times" */
const PIN_BEHIND =
  /(?<=PIN )(?:\p{L}{2,16} ){1,2}(?<pin>\d{4,6})(?![\p{L}\p{N}]| \p{Ll}|[.,:/-]\d|\s?(?:€|%|EUR))/uy;

/** Returns the announced PIN. */
export function pinAt(text: string, { start, limit, by }: Announcement): Range | undefined {
  PIN.lastIndex = start;
  const written = PIN.exec(text)?.[0] ?? '';
  const end = start + written.length;
  if (written === '') return by === 'field' ? undefined : pinBehind(text, start);
  if (end > limit || !/\d{2}|\d\p{L}/u.test(written)) return undefined;
  if (by === 'field' && end < limit) return undefined;
  // With only a bare word before it, "PIN 12" is no more certain than "pin 2020".
  if (by === 'word' && (YEAR.test(written) || written.length < 4)) return undefined;
  return { start, end };
}

/** Finds a PIN after the object that it belongs to. */
function pinBehind(text: string, start: number): Range | undefined {
  PIN_BEHIND.lastIndex = start;
  const found = PIN_BEHIND.exec(text);
  const pin = found?.groups?.pin;
  if (!found || pin === undefined || YEAR.test(pin)) return undefined;
  const end = start + found[0].length;
  return { start: end - pin.length, end };
}
