import type { Form } from '../entities/entity';
import type { EntityType } from '../../kinds/entity-type';
import { followsWord, splitsWord } from '../../text/words';
import type { Reading } from './answer-words';

/** A surrogate of a kind that is read as a whole. */
export interface ValueForm extends Form {
  type: EntityType;
}

/** The number of characters by which a position is looked up. */
const KEY_LENGTH = 2;
const MOST_SEPARATORS = 2;
const SEPARATOR = /[\s\u00a0\u202f.‐‑–-]/;

/** Surrogates of accounts and cards, which are read in any grouping and case. */
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

  /** Returns whether one may start with this folded word. */
  mayStart(folded: string): boolean {
    return this.byStart.has(folded.slice(0, KEY_LENGTH));
  }

  /** Returns the form at `at`. Its issued grouping takes precedence over others. */
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

/** Returns where a number at `at` ends that has a slightly different grouping. */
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
