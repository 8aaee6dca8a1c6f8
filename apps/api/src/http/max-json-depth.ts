const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deeply the arrays and objects of a JSON text in UTF-8 are nested, without parsing it. */
export function maxJsonDepth(json: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, (depth += 1));
    else if (CLOSING.has(byte)) depth -= 1;
  }
  return deepest;
}
