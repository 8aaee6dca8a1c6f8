const LOOK_BACK = 2_048;
const OPENING = /(?:(["'<])|\]\(\s*<?|url\(\s*["']?)\s*((?:[a-z][a-z0-9+.-]{0,20}:)?)$/i;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<': '>' };

/**
 * The address in quotes, angle brackets or a Markdown link that is still open at `start`, as written: such addresses
 * may hold blanks, which browsers encode and send.
 */
export function openAddress(text: string, start: number, end: number): string | undefined {
  const floor = Math.max(0, start - LOOK_BACK);
  const before = text.slice(floor, start);
  for (
    let slashes = before.lastIndexOf('//');
    slashes >= 0;
    slashes = before.lastIndexOf('//', slashes - 1)
  ) {
    const [opening, opener, scheme = ''] =
      OPENING.exec(before.slice(Math.max(0, slashes - 40), slashes)) ?? [];
    if (opening !== undefined) {
      const closers = opener === undefined ? ')\n' : (CLOSING[opener] ?? '');
      const isClosed = [...closers].some((closer) => before.includes(closer, slashes));
      if (!isClosed) return addressUpTo(text, floor + slashes - scheme.length, end, closers);
    }
    if (slashes === 0) break;
  }
  return undefined;
}

function addressUpTo(text: string, from: number, end: number, closers: string): string {
  let to = end;
  while (to < text.length && to < end + LOOK_BACK && !closers.includes(text[to] ?? '')) to += 1;
  return text.slice(from, to);
}
