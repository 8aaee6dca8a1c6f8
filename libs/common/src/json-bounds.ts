const [QUOTE, BACKSLASH, COMMA, BLANK] = [0x22, 0x5c, 0x2c, 0x20];
const [OPENING_OBJECT, OPENING_ARRAY, CLOSING_OBJECT, CLOSING_ARRAY] = [0x7b, 0x5b, 0x7d, 0x5d];

/** The limits of a JSON text. Parsing and validating cost time for each entry. */
export interface JsonBounds {
  /** Nesting levels of arrays and objects. */
  depth: number;
  /** Members of one object, including duplicates. */
  members: number;
  /** Elements and members of all arrays and objects. */
  entries: number;
}

/**
 * Returns the first bound that a JSON text in UTF-8 exceeds. Reads without parsing and stops at the first excess.
 *
 * @returns the bound; for a text that is no JSON, the result is arbitrary
 */
export function exceededBound(json: Buffer, bounds: JsonBounds): keyof JsonBounds | undefined {
  /** The member count of each open object; elements of arrays are not counted here. */
  const open: number[] = [];
  let entries = 0;
  // Set right after an opening bracket, when the first entry may follow.
  let isFirst = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    if (byte <= BLANK) continue;
    const isClosing = byte === CLOSING_OBJECT || byte === CLOSING_ARRAY;
    if ((isFirst && !isClosing) || byte === COMMA) {
      if ((entries += 1) > bounds.entries) return 'entries';
      if (open.length > 0 && (open[open.length - 1]! += 1) > bounds.members) return 'members';
    }
    isFirst = byte === OPENING_OBJECT || byte === OPENING_ARRAY;
    if (isFirst) {
      if (open.push(byte === OPENING_OBJECT ? 0 : Number.NEGATIVE_INFINITY) > bounds.depth) return 'depth';
    } else if (isClosing) open.pop();
    else if (byte === QUOTE) at = endOfString(json, at);
  }
  return undefined;
}

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
