const [QUOTE, BACKSLASH, COMMA, BLANK] = [0x22, 0x5c, 0x2c, 0x20];
const [OPENING_OBJECT, OPENING_ARRAY, CLOSING_OBJECT, CLOSING_ARRAY] = [0x7b, 0x5b, 0x7d, 0x5d];
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];

/** The limits of a JSON text. Parsing and validating cost time for each entry. */
export interface JsonBounds {
  /** Nesting levels of arrays and objects. */
  depth: number;
  /** Members of one object, including duplicates. */
  members: number;
  /** Elements and members of all arrays and objects. */
  entries: number;
}

/** Reads a JSON text in UTF-8 part by part, without parsing it, and finds the first bound that it exceeds. */
export class BoundedJson {
  /** The member count of each open object; an array has a count that no member increases. */
  private readonly open: number[] = [];
  private entries = 0;
  private numbers = 0;
  /** Whether an entry may begin: after an opening bracket or a comma. */
  private mayBegin = false;
  private isInString = false;
  private isEscaped = false;

  /**
   * @param maxNumbers the limit of elements that are numbers, which cost least. They are then counted apart from the other
   *   entries, and too many of them are reported as `entries`
   */
  constructor(
    private readonly bounds: JsonBounds,
    private readonly maxNumbers?: number,
  ) {}

  /**
   * Reads the next part. Stops at the first excess.
   *
   * @returns the bound; for a text that is no JSON, the result is arbitrary
   */
  read(part: Uint8Array): keyof JsonBounds | undefined {
    const { open, bounds } = this;
    for (let at = this.isInString ? this.endOfString(part, 0) + 1 : 0; at < part.length; at += 1) {
      const byte = part[at]!;
      if (byte <= BLANK) continue;
      const isClosing = byte === CLOSING_OBJECT || byte === CLOSING_ARRAY;
      if (this.mayBegin && !isClosing) {
        const exceeded = this.count(byte);
        if (exceeded) return exceeded;
      }
      const isOpening = byte === OPENING_OBJECT || byte === OPENING_ARRAY;
      this.mayBegin = isOpening || byte === COMMA;
      if (isOpening) {
        if (open.push(byte === OPENING_OBJECT ? 0 : Number.NEGATIVE_INFINITY) > bounds.depth) return 'depth';
      } else if (isClosing) open.pop();
      else if (byte === QUOTE) at = this.endOfString(part, at + 1);
    }
    return undefined;
  }

  /** Counts the entry that begins with this byte. */
  private count(byte: number): keyof JsonBounds | undefined {
    const { open, bounds, maxNumbers } = this;
    const last = open.length - 1;
    const isNumber = byte === MINUS || (byte >= ZERO && byte <= NINE);
    if (isNumber && maxNumbers !== undefined && open[last] === Number.NEGATIVE_INFINITY)
      return (this.numbers += 1) > maxNumbers ? 'entries' : undefined;
    if ((this.entries += 1) > bounds.entries) return 'entries';
    return last >= 0 && (open[last]! += 1) > bounds.members ? 'members' : undefined;
  }

  /** Returns where the open string ends, or the length of the part if it continues. */
  private endOfString(part: Uint8Array, start: number): number {
    for (let at = start; at < part.length; at += 1) {
      if (this.isEscaped) this.isEscaped = false;
      else if (part[at] === BACKSLASH) this.isEscaped = true;
      else if (part[at] === QUOTE) {
        this.isInString = false;
        return at;
      }
    }
    this.isInString = true;
    return part.length;
  }
}

/** The limits of an answer that another server sends. */
export interface AnswerBounds extends JsonBounds {
  bytes: number;
}

/** What an answer of any server may have. A client may ask for other bytes. */
export const ANSWER_BOUNDS: AnswerBounds = {
  bytes: 16 * 1024 * 1024,
  depth: 64,
  members: 100_000,
  entries: 100_000,
};

/** An answer exceeds a bound. */
export class AnswerTooLarge extends Error {
  constructor(readonly bound: keyof AnswerBounds) {
    super(`The answer exceeds its bound on ${bound}`);
  }
}

/**
 * Yields the parts of an answer while they arrive, and stops at the first that exceeds a bound, so before it is parsed.
 *
 * @param isJson false for another format, or for events with JSON: only the bytes are counted
 * @throws AnswerTooLarge
 */
export async function* boundedAnswer<T extends Uint8Array>(
  parts: AsyncIterable<T>,
  bounds: AnswerBounds = ANSWER_BOUNDS,
  isJson = true,
): AsyncGenerator<T> {
  const json = new BoundedJson(bounds);
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    const exceeded = bytes > bounds.bytes ? 'bytes' : isJson ? json.read(part) : undefined;
    // Ends the connection.
    if (exceeded) throw new AnswerTooLarge(exceeded);
    yield part;
  }
}

/** Returns the first bound that a whole JSON text in UTF-8 exceeds. */
export const exceededBound = (json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined =>
  new BoundedJson(bounds).read(json);
