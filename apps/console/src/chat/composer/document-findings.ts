import type { Schemas } from '../../api/client';
import type { Kind } from '../../privacy/kinds';
import { partsOf, placesOf, type Placed } from '../../privacy/parts';

export interface FoundValue {
  kind: Kind;
  original: string;
  /** Whether the value stays unhidden because its kind is not chosen. */
  isClear: boolean;
}

export interface DocumentFindings {
  /** The text of the document. */
  text: string;
  /** The distinct values. */
  values: readonly FoundValue[];
  /** The positions of the values in the text. */
  spans: readonly (Placed & FoundValue)[];
}

/**
 * Restores the originals in an anonymized text and records their positions.
 *
 * @param clear kinds that are not hidden
 */
export function findingsOf(
  {
    anonymized_prompt: text,
    anonymized_values: replaced,
    detected_values: found,
  }: Schemas['AnonymizedTextDto'],
  clear: ReadonlySet<string>,
): DocumentFindings {
  const values = Object.entries(replaced).flatMap(([kind, replacements]) =>
    (replacements as string[]).map((replacement, index) => ({
      text: replacement,
      kind: kind as Kind,
      original: found[kind as Kind]?.[index] ?? replacement,
      isClear: clear.has(kind),
    })),
  );
  const spans: (Placed & FoundValue)[] = [];
  let whole = '';
  for (const { text: part, span } of partsOf(text, placesOf(text, values))) {
    const start = whole.length;
    whole += span?.value.original ?? part;
    if (span) {
      const { kind, original, isClear } = span.value;
      spans.push({ start, end: whole.length, kind, original, isClear });
    }
  }
  const shown = values.map(({ kind, original, isClear }) => ({ kind, original, isClear }));
  return { text: whole, values: shown, spans };
}
