import { ENTITY_TYPES, type EntityType } from '../entity-type';
import { lengthOf, type Range } from './ranges';

/** A found value: `text.slice(start, end)`, offsets in UTF-16 code units. */
export interface Span extends Range {
  type: EntityType;
  /**
   * What makes two spellings the same value: the lower-cased address, the number in E.164 (with `;ext=` as in
   * RFC 3966; the bare digits where no numbering plan knows it), an account or card number without blanks. Absent
   * for names, and where every spelling counts as a value of its own.
   */
  canonical?: string;
  /** The label of its placeholders where that is not its type's: an organization's own */
  label?: string;
  /** Absent: hidden where its type was chosen */
  mode?: SpanMode;
}

/**
 * The milder first. `always`: hidden whatever was chosen; `remove`: that, and never turned back; `block`: that in a text
 * that was sent before, while a new one is refused
 */
const SPAN_MODES = ['always', 'remove', 'block'] as const;
export type SpanMode = (typeof SPAN_MODES)[number];

/** Whether what stands there is never turned back. */
export const isForGood = (mode: SpanMode | undefined): boolean => mode === 'remove' || mode === 'block';

/** Of what overlaps, the strictest decides (contract: Policy and own terms). */
export const strictestOf = (spans: readonly Pick<Span, 'mode'>[]): SpanMode | undefined =>
  SPAN_MODES.findLast((mode) => spans.some((span) => span.mode === mode));

/** What of a span holds for every piece and widening of it. */
export const rulesOf = ({ type, label, mode }: Span): Pick<Span, 'type' | 'label' | 'mode'> => ({
  type,
  ...(label !== undefined && { label }),
  ...(mode !== undefined && { mode }),
});

/** Of overlapping spans the first decides (contract: Anonymizing and restoring, rule 4): the longest, then by type, then by place. */
export const byPrecedence = (a: Span, b: Span): number =>
  lengthOf(b) - lengthOf(a) ||
  ENTITY_TYPES.indexOf(a.type) - ENTITY_TYPES.indexOf(b.type) ||
  a.start - b.start ||
  Number(b.canonical !== undefined) - Number(a.canonical !== undefined);
