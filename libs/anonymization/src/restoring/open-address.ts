const LOOK_BACK = 2_048;
const OPENING = /(?:(["'<])|\]\(\s*<?|url\(\s*["']?)\s*(?:[a-z][a-z0-9+.-]{0,20}:)?$/i;
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
    const opening = OPENING.exec(before.slice(Math.max(0, slashes - 40), slashes));
    if (opening) {
      const closers = closersOf(opening[1]);
      if (!contains(before.slice(slashes + 2), closers))
        return addressUpTo(text, floor + slashes, end, closers);
    }
    if (slashes === 0) break;
  }
  return undefined;
}

function closersOf(opener: string | undefined): string {
  return opener === undefined ? ')\n' : (CLOSING[opener] ?? '');
}

function contains(text: string, characters: string): boolean {
  return [...characters].some((character) => text.includes(character));
}

function addressUpTo(text: string, from: number, end: number, closers: string): string {
  let to = end;
  while (to < text.length && to < end + LOOK_BACK && !closers.includes(text[to] ?? '')) to += 1;
  return text.slice(from, to).trimEnd();
}
