import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';
import { codeAt, wholeCode } from '../cues/code-at';

const CALLED = { fewestDigits: 1 };
const MARKED = /^[\p{L}\p{N}?*]{1,4}(?:[ ·•–-]{1,2}[\p{L}\p{N}?*]{1,5}){0,3}(?![\p{L}\p{N}])/u;

/** Returns the announced number plate, in any shape. */
export function plateAt(text: string, { start, limit, by }: Announcement): Range | undefined {
  if (by === 'field') {
    const whole = wholeCode(text, start, limit, CALLED);
    return whole && whole.end - whole.start <= 14 ? whole : undefined;
  }
  // Capitals and digits in a few groups. A placeholder sign may replace an unreadable one: "YJ17 O?K".
  const written = MARKED.exec(text.slice(start, Math.min(limit, start + 16)))?.[0] ?? '';
  const isPlate = /\d/.test(written) && /^[^\p{Ll}]{3,12}$/u.test(written) && /\p{Lu}/u.test(written);
  if (isPlate && !/ \p{Lu}{4}/u.test(written)) return { start, end: start + written.length };
  const code = codeAt(text, start, limit, { fewestDigits: 3 });
  return code && code.end - code.start <= 12 && !/\p{Ll}{2}/u.test(text.slice(code.start, code.end))
    ? code
    : undefined;
}
