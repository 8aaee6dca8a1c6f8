/**
 * Yields the lines of a text that arrives in pieces, without line ends. The last line may have no end. Unlike
 * `node:readline`, it fails if its source fails.
 *
 * @param invalid whether bytes that are not UTF-8 are refused, or replaced by U+FFFD
 * @throws TypeError if they are refused
 */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  invalid: 'refused' | 'replaced' = 'refused',
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: invalid === 'refused', ignoreBOM: true });
  let rest = '';
  for await (const piece of source) {
    const lines = decoder.decode(piece, { stream: true }).split('\n');
    lines[0] = rest + lines[0]!;
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
