import { kindOf, type EntityType } from '../../kinds/kinds';
import { fold } from '../../lexicon/fold';
import type { ReadableText } from '../../text/readable/readable-text';
import type { Span } from '../../text/spans/span';
import { wordsOf } from '../../text/words';

/** A whole value that stays unchanged, from an exception or from a request's `keep`. */
export interface KeptValue {
  value: string;
  /** If absent, all kinds that may be kept */
  type?: EntityType;
}

/** Values that stay unchanged, only as whole values, ignoring case and blanks. */
export class KeptValues {
  private readonly types = new Map<string, (EntityType | undefined)[]>();

  constructor(values: readonly KeptValue[]) {
    for (const { value, type } of values) {
      const key = formOf(value);
      const types = this.types.get(key);
      if (types) types.push(type);
      else this.types.set(key, [type]);
    }
  }

  /** Compares the decoded text. */
  has(readable: ReadableText, { start, end, type }: Span): boolean {
    if (this.types.size === 0 || !kindOf(type).mayStay) return false;
    const types = this.types.get(formOf(readable.slice(start, end)));
    return types !== undefined && types.some((only) => only === undefined || only === type);
  }
}

/** Returns the form in which whole values are compared: the words of a value, or the value itself if it has none. */
export const formOf = (value: string): string =>
  [...wordsOf(value)].map(({ text }) => fold(text)).join(' ') || value.trim();
