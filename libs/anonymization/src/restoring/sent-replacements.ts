import { fold } from '../text/fold';
import { wordsOf } from '../text/words';
import { enclosingToken } from './enclosing-token';
import { pairOf, wordAfter, wordBefore } from './name-neighbours';
import { readEverything } from './read-everything';
import type { ReplacementIndex } from './replacement-index';

/** What stood in the messages of one model call, and so may be turned back in its answer (contract 4, rule 6). */
export class SentReplacements {
  private readonly replacements = new Set<string>();
  private readonly parts = new Set<string>();
  private readonly pairs = new Set<string>();
  private readonly tokens = new Set<string>();

  constructor(
    index: ReplacementIndex,
    messages: readonly string[],
    /** Counts every form of the table as sent */
    private readonly everything = false,
  ) {
    if (everything) for (const { form } of index.table.forms()) this.addForm(form.replacement);
    for (const message of messages) {
      for (const { start, end, replacement, parts } of readEverything(message, index)) {
        if (replacement !== undefined) this.addForm(replacement);
        for (const part of parts ?? []) {
          this.parts.add(part);
          const before = wordBefore(message, start);
          const after = wordAfter(message, end);
          if (before !== undefined) this.addPair(before, part);
          if (after !== undefined) this.addPair(after, part);
        }
        const token = enclosingToken(message, start, end, (word) => index.isPart(fold(word)));
        if (token !== undefined) this.tokens.add(token);
      }
    }
  }

  has(replacement: string): boolean {
    return this.replacements.has(replacement);
  }

  hasPart(part: string): boolean {
    return this.everything || this.parts.has(part);
  }

  hasPair(pair: string): boolean {
    return this.pairs.has(pair);
  }

  hasToken(token: string): boolean {
    return this.tokens.has(token);
  }

  private addForm(replacement: string): void {
    if (this.replacements.has(replacement)) return;
    this.replacements.add(replacement);
    const words = [...wordsOf(replacement)].map(({ text }) => fold(text));
    for (const one of words) for (const other of words) if (one !== other) this.addPair(one, other);
  }

  /** A genitive s does not make another pair. */
  private addPair(one: string, other: string): void {
    this.pairs.add(pairOf(one, other));
    if (/s$/i.test(one)) this.pairs.add(pairOf(one.slice(0, -1), other));
    if (/s$/i.test(other)) this.pairs.add(pairOf(one, other.slice(0, -1)));
  }
}
