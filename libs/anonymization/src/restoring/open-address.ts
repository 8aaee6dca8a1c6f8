import { matchesOf } from '@app/common';

const LOOK_BACK = 2_048;
/** Schemes after which browsers need no slashes to go to a host, and read backslashes as such. */
const ADDRESS = String.raw`(?:[a-z][a-z0-9+.-]{0,20}:)?[/\\]{2}|(?:https?|ftps?|wss?):`;
const OPENING = new RegExp(
  String.raw`(?:(["'<{])|\]\(\s{0,8}<?|url\(\s{0,8}["']?)\s{0,8}(${ADDRESS})` +
    // An attribute that a browser loads or sends, whatever is in it.
    String.raw`|\b(?:src|srcset|href|action|formaction|data|poster|background|ping|cite|content|style)\s{0,8}=\s{0,8}(["'])`,
  'gi',
);
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<': '>', '{': '}' };

/**
 * The address in quotes, brackets, a Markdown link or an HTML attribute that is still open at `start`, as written:
 * such addresses may hold blanks, which browsers encode and send.
 */
export function openAddress(text: string, start: number, end: number): string | undefined {
  const floor = Math.max(0, start - LOOK_BACK);
  const before = text.slice(floor, start);
  if (!/[/\\]{2}|[:=]/.test(before)) return undefined;
  for (const match of matchesOf(OPENING, before)) {
    const [opening, bracket, address = '', quote] = match;
    const opener = bracket ?? quote;
    const closers = opener === undefined ? ')\n' : (CLOSING[opener] ?? '');
    const after = match.index + opening.length;
    const isClosed = [...closers].some((closer) => before.lastIndexOf(closer) >= after);
    if (!isClosed) return addressUpTo(text, floor + after - address.length, end, closers);
  }
  return undefined;
}

function addressUpTo(text: string, from: number, end: number, closers: string): string {
  let to = end;
  while (to < text.length && to < end + LOOK_BACK && !closers.includes(text[to] ?? '')) to += 1;
  return text.slice(from, to);
}
