import { hull, type Range } from '../spans/ranges';
import { atOnce, type Steps } from '../steps';
import { type Decoder, decoding, type Edits } from './decoder';
import { BROKEN_LINES, HYPHENATED_WORDS } from './decoders/broken-lines';
import { BLANKS, COMPOSED, INVISIBLE, OTHER_LETTERS } from './decoders/characters';
import { ENTITIES, ESCAPES, PERCENT, QUOTED_PRINTABLE, SOFT_LINE_BREAKS } from './decoders/encodings';
import { EMPHASIS, LINKS, TAGS, UNDERSCORES } from './decoders/markup';

/** From the outermost encoding to the innermost: an entity may stand in a JSON string, a soft hyphen be an entity. */
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
 * A text as its reader sees it, with the way back to the characters that are written: what is detected in it is hidden
 * in the original (contract: Reading text). Most texts read as they are written.
 */
export class ReadableText {
  private constructor(
    /** As it reads */
    readonly text: string,
    /** One for each decoder that found something, in their order */
    private readonly layers: readonly Edits[],
  ) {}

  static of(written: string): ReadableText {
    return atOnce(ReadableText.reading(written));
  }

  /** The same in steps. */
  static *reading(written: string, decoders: readonly Decoder[] = DECODERS): Steps<ReadableText> {
    const layers: Edits[] = [];
    let text = written;
    for (const decoder of decoders) {
      // Also without a match: one search of a text of 16 MiB takes some 20 ms.
      yield;
      const decoded = yield* decoding(decoder, text);
      if (!decoded) continue;
      layers.push(decoded.edits);
      ({ text } = decoded);
    }
    return new ReadableText(text, layers);
  }

  /** Whether it is written as it reads. */
  get isPlain(): boolean {
    return this.layers.length === 0;
  }

  /** The same span in the text as it is written: the fewest characters, no escape, entity or tag in half. */
  toWritten<T extends Range>(span: T): T {
    if (this.isPlain) return span;
    let { start, end } = span;
    for (const edits of this.layers.toReversed()) [start, end] = edits.toSource(start, end);
    return { ...span, start, end };
  }

  /** A span of the text as it is written, in the text as it reads. */
  toReadable<T extends Range>(span: T): T {
    if (this.isPlain) return span;
    let { start, end } = span;
    for (const edits of this.layers) [start, end] = edits.toResult(start, end);
    return { ...span, start, end };
  }

  /** A span of the text as it is written, with the rest of the escapes, entities and tags that it begins or ends in. */
  completed<T extends Range>(span: T): T {
    if (this.isPlain) return span;
    return hull(span, this.toWritten(this.toReadable(span)));
  }

  /** How `[start, end)` of the text as it is written reads. */
  slice(start: number, end: number): string {
    const readable = this.toReadable({ start, end });
    return this.text.slice(readable.start, readable.end);
  }
}

/** Nothing that a decoder looks for; a table holds thousands of such values. */
const PLAIN = /^[A-Za-z0-9\u00c0-\u024f .,@'+()/-]*$/;

/** How a value by itself reads. */
export function readingOf(written: string): string {
  return PLAIN.test(written) ? written : ReadableText.of(written).text;
}
