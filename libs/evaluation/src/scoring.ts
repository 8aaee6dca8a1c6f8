import { ENTITY_TYPES, type EntityType } from '@app/anonymization';
import type { AnnotatedText, AnnotatedValue } from './annotated-text';
import { shareOf, type Count, type Share } from './share';

export type { Share } from './share';

/** What was measured for one kind, or for all kinds together. */
export interface Outcome {
  kind: EntityType | 'All';
  /** The values that are hidden wholly, of those that were marked as this kind */
  recall: Share;
  /** The values that touch none that was marked, of those that were hidden as this kind */
  overMasking: Share;
}

/** The values of one text. */
interface Counted {
  marked: Counts;
  hidden: Counts;
}

type Counts = Map<EntityType, Count>;

/** A character that reveals nothing at the end of a value. */
const EDGE = /^[\p{Z}\p{P}\s]$/u;
const NONE: Count = { of: 0, count: 0 };

/**
 * Collects what was hidden in annotated texts. It keeps numbers, no texts.
 *
 * A value counts as hidden if all its characters are, except for blanks and punctuation at its ends. It may be hidden as
 * another kind.
 */
export class Scoring {
  private readonly texts: Counted[] = [];

  /** @param hidden the values that were hidden in the text */
  add({ text, values }: Pick<AnnotatedText, 'text' | 'values'>, hidden: readonly AnnotatedValue[]): void {
    const isHidden = covered(text.length, hidden);
    const isMarked = covered(text.length, values);
    this.texts.push({
      marked: countsOf(values, (value) => {
        const [start, end] = withoutEdges(text, value);
        return !isHidden.subarray(start, end).includes(0);
      }),
      hidden: countsOf(hidden, ({ start, end }) => !isMarked.subarray(start, end).includes(1)),
    });
  }

  /** Returns the outcome for each kind that was marked or hidden, and for all of them. */
  get outcomes(): Outcome[] {
    const kinds = ENTITY_TYPES.filter((kind) =>
      this.texts.some(({ marked, hidden }) => marked.has(kind) || hidden.has(kind)),
    );
    return [...kinds, 'All' as const].map((kind) => ({
      kind,
      recall: shareOf(this.texts.map(({ marked }) => countOf(marked, kind))),
      overMasking: shareOf(this.texts.map(({ hidden }) => countOf(hidden, kind))),
    }));
  }

  /** Returns the texts in which every marked value is hidden, of those with marked values. */
  get wholeTexts(): Share {
    const counts = this.texts.map(({ marked }) => countOf(marked, 'All')).filter(({ of }) => of > 0);
    return shareOf(counts.map(({ of, count }) => ({ of: 1, count: count === of ? 1 : 0 })));
  }
}

/** Counts values, and those with a property, by kind. */
function countsOf(values: readonly AnnotatedValue[], has: (value: AnnotatedValue) => boolean): Counts {
  const counts: Counts = new Map();
  for (const value of values) {
    const { of, count } = counts.get(value.kind) ?? NONE;
    counts.set(value.kind, { of: of + 1, count: count + (has(value) ? 1 : 0) });
  }
  return counts;
}

function countOf(counts: Counts, kind: Outcome['kind']): Count {
  if (kind !== 'All') return counts.get(kind) ?? NONE;
  return [...counts.values()].reduce(
    (sum, one) => ({ of: sum.of + one.of, count: sum.count + one.count }),
    NONE,
  );
}

/** Returns 1 for each character that a value covers. */
function covered(length: number, values: readonly AnnotatedValue[]): Uint8Array {
  const characters = new Uint8Array(length);
  for (const { start, end } of values) characters.fill(1, start, end);
  return characters;
}

function withoutEdges(text: string, { start, end }: AnnotatedValue): [number, number] {
  let [from, to] = [start, end];
  while (from < to && EDGE.test(text[from]!)) from += 1;
  while (to > from && EDGE.test(text[to - 1]!)) to -= 1;
  return from < to ? [from, to] : [start, end];
}
