import type { Form } from '../entities/entity';
import type { EntityType } from '../entity-type';
import { followsWord, splitsWord } from '../text/words';
import type { Reading } from './answer-words';

/** A surrogate of a kind that is read as a whole. */
export interface ValueForm extends Form {
  type: EntityType;
}

/** What of a number a place is looked up by. */
const KEY_LENGTH = 2;
const MOST_SEPARATORS = 2;
const SEPARATOR = /[\s\u00a0\u202f.‐‑–-]/;

/** Surrogates of accounts and cards, read in any grouping and case. */
export class GroupedForms {
  private readonly byStart = new Map<string, ValueForm[]>();

  get isEmpty(): boolean {
    return this.byStart.size === 0;
  }

  add(form: ValueForm): void {
    const key = keyOf(form.replacement);
    const forms = this.byStart.get(key);
    if (forms) forms.push(form);
    else this.byStart.set(key, [form]);
  }

  /** Whether one may start with this folded word. */
  mayStart(folded: string): boolean {
    return this.byStart.has(folded.slice(0, KEY_LENGTH));
  }

  /** The one at `at`: as it was issued before any other grouping. */
  match(text: string, at: number): Reading | undefined {
    if (this.isEmpty || followsWord(text, at)) return undefined;
    const forms = this.byStart.get(keyOf(text.slice(at, at + KEY_LENGTH))) ?? [];
    const exact = forms.find(({ replacement }) => text.startsWith(replacement, at));
    for (const form of exact ? [exact, ...forms] : forms) {
      const end = endOf(form.replacement, text, at);
      if (end !== undefined && !splitsWord(text, end)) {
        const { type, original: restored, replacement } = form;
        return { start: at, end, type, restored, replacement };
      }
    }
    return undefined;
  }
}

const keyOf = (text: string): string => text.slice(0, KEY_LENGTH).toLowerCase();

/** Where a number that is grouped a little otherwise at `at` ends. */
function endOf(replacement: string, text: string, at: number): number | undefined {
  let end = at;
  for (const expected of replacement) {
    if (SEPARATOR.test(expected)) continue;
    for (let more = 0; end > at && more < MOST_SEPARATORS && SEPARATOR.test(text[end] ?? ''); more += 1)
      end += 1;
    if (text[end]?.toLowerCase() !== expected.toLowerCase()) return undefined;
    end += 1;
  }
  return end;
}
