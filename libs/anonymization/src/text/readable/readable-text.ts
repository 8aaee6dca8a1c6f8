import type { TimeSlice } from '@app/common';
import { hull, type Range } from '../spans/ranges';
import { decode, type Decoder, decodeValue, type Edits } from './decoder';
import { BROKEN_LINES, HYPHENATED_WORDS } from './decoders/broken-lines';
import { BLANKS, COMPOSED, INVISIBLE, OTHER_LETTERS } from './decoders/characters';
import { ENTITIES, ESCAPES, PERCENT, QUOTED_PRINTABLE, SOFT_LINE_BREAKS } from './decoders/encodings';
import { EMPHASIS, LINKS, TAGS, UNDERSCORES } from './decoders/markup';

/** From the outermost encoding to the innermost: a JSON string may contain an entity, which may be a soft hyphen. */
const DECODERS: readonly Decoder[] = [
  SOFT_LINE_BREAKS,
  QUOTED_PRINTABLE,
  ESCAPES,
  ENTITIES,
  // Encoded twice: `&amp;nbsp;`
  ENTITIES,
  PERCENT,
  OTHER_LETTERS,
  INVISIBLE,
  BLANKS,
  COMPOSED,
  TAGS,
  LINKS,
  EMPHASIS,
  UNDERSCORES,
  HYPHENATED_WORDS,
  BROKEN_LINES,
];

/**
 * A text as its reader sees it, with a mapping to the original characters: what is detected in it is hidden in the original
 * (contract: Reading text). Most texts need no decoding.
 */
export class ReadableText {
  private constructor(
    /** The decoded text */
    readonly text: string,
    /** The edits of each decoder that changed the text, in order */
    private readonly layers: readonly Edits[],
  ) {}

  /** Decodes a text of any length. */
  static async read(written: string, slice: TimeSlice): Promise<ReadableText> {
    const layers: Edits[] = [];
    let text = written;
    for (const decoder of DECODERS) {
      // Yields even without a match: one search of a text of 16 MiB takes about 20 ms.
      if (slice.isOver) await slice.next();
      const decoded = await decode(decoder, text, slice);
      if (!decoded) continue;
      layers.push(decoded.edits);
      ({ text } = decoded);
    }
    return new ReadableText(text, layers);
  }

  /** Whether the original equals the decoded text. */
  get isPlain(): boolean {
    return this.layers.length === 0;
  }

  /** Converts a span to the original text: the fewest characters, with whole escapes, entities and tags. */
  toWritten<T extends Range>(span: T): T {
    if (this.isPlain) return span;
    let { start, end } = span;
    for (const edits of this.layers.toReversed()) [start, end] = edits.toSource(start, end);
    return { ...span, start, end };
  }

  /** Converts a span of the original text to the decoded text. */
  toReadable<T extends Range>(span: T): T {
    if (this.isPlain) return span;
    let { start, end } = span;
    for (const edits of this.layers) [start, end] = edits.toResult(start, end);
    return { ...span, start, end };
  }

  /** Extends a span of the original text to whole escapes, entities and tags. */
  completed<T extends Range>(span: T): T {
    if (this.isPlain) return span;
    return hull(span, this.toWritten(this.toReadable(span)));
  }

  /** Returns the decoded form of `[start, end)` of the original text. */
  slice(start: number, end: number): string {
    const readable = this.toReadable({ start, end });
    return this.text.slice(readable.start, readable.end);
  }
}

/** Matches values that no decoder changes. A table contains thousands of such values. */
const PLAIN = /^[A-Za-z0-9\u00c0-\u024f .,@'+()/-]*$/;

/** Returns the decoded form of a single value. */
export function readingOf(written: string): string {
  if (PLAIN.test(written)) return written;
  return DECODERS.reduce((text, decoder) => decodeValue(decoder, text)?.text ?? text, written);
}
