import type { EntityType } from '../entity-type';
import { fold } from '../lexicon/fold';
import type { ReadableText } from '../readable/readable-text';
import type { Span } from '../spans/span';
import { wordsOf } from '../text/words';

/** Of an exception, or of a request's `keep`: a whole value that is left as it is. */
export interface KeptValue {
  value: string;
  /** Absent: of all kinds that may be kept */
  type?: EntityType;
}

/** Nobody's `keep` and no exception frees these. */
export const NEVER_KEPT: ReadonlySet<EntityType> = new Set(['Secrets', 'Cards', 'BankAccounts', 'Terms']);

/** Values that are left as they are, whole ones alone, whatever their case and blanks. */
export class KeptValues {
  private readonly types = new Map<string, (EntityType | undefined)[]>();

  constructor(values: readonly KeptValue[]) {
    for (const { value, type } of values) {
      const key = keyOf(value);
      const types = this.types.get(key);
      if (types) types.push(type);
      else this.types.set(key, [type]);
    }
  }

  /** Judged as it reads. */
  has(readable: ReadableText, { start, end, type }: Span): boolean {
    if (this.types.size === 0 || NEVER_KEPT.has(type)) return false;
    const types = this.types.get(keyOf(readable.slice(start, end)));
    return types !== undefined && types.some((only) => only === undefined || only === type);
  }
}

/** Its words; a value without any is itself. */
const keyOf = (value: string): string =>
  [...wordsOf(value)].map(({ text }) => fold(text)).join(' ') || value.trim();
