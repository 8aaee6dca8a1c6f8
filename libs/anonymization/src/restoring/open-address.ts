const LOOK_BACK = 2_048;
const OPENING = /(?:(["'<])|\]\(\s{0,8}<?|url\(\s{0,8}["']?)\s{0,8}((?:[a-z][a-z0-9+.-]{0,20}:)?\/\/)/gi;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<': '>' };

/**
 * The address in quotes, angle brackets or a Markdown link that is still open at `start`, as written: such addresses
 * may hold blanks, which browsers encode and send.
 */
export function openAddress(text: string, start: number, end: number): string | undefined {
  const floor = Math.max(0, start - LOOK_BACK);
  const before = text.slice(floor, start);
  if (!before.includes('//')) return undefined;
  for (const match of before.matchAll(OPENING)) {
    const [opening, opener, address = ''] = match;
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
