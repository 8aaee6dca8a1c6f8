import { ENTITY_TYPES, type EntityType } from '../../kinds/entity-type';
import { lengthOf, type Range } from './ranges';

/** A found value: `text.slice(start, end)`. Offsets are UTF-16 code units. */
export interface Span extends Range {
  type: EntityType;
  /**
   * Equal for all spellings of one value: the lower-cased address, the number in E.164 (with `;ext=` as in RFC 3966; the bare
   * digits if no numbering plan matches), an account or card number without blanks. Absent for names, and if every spelling
   * is a separate value.
   */
  canonical?: string;
  /** The label of its placeholders, if an organization defined one */
  label?: string;
  /** If absent, it is hidden if its kind was chosen */
  mode?: SpanMode;
}

/**
 * The mildest first. `always`: hidden whatever was chosen; `remove`: hidden and never restored; `block`: like `remove` in a
 * text that was sent before, while a new text is refused
 */
const SPAN_MODES = ['always', 'remove', 'block'] as const;
export type SpanMode = (typeof SPAN_MODES)[number];

/** Returns whether the value is never restored. */
export const isForGood = (mode: SpanMode | undefined): boolean => mode === 'remove' || mode === 'block';

/** Returns the strictest mode of overlapping spans (contract: Policy and own terms). */
export const strictestOf = (spans: readonly Pick<Span, 'mode'>[]): SpanMode | undefined =>
  SPAN_MODES.findLast((mode) => spans.some((span) => span.mode === mode));

/** Returns the fields of a span that also apply to each of its pieces and widenings. */
export const rulesOf = ({ type, label, mode }: Span): Pick<Span, 'type' | 'label' | 'mode'> => ({
  type,
  ...(label !== undefined && { label }),
  ...(mode !== undefined && { mode }),
});

/**
 * Sorts overlapping spans by precedence (contract: Anonymizing and restoring, rule 4): the longest, then by kind, then
 * by position.
 */
export const byPrecedence = (a: Span, b: Span): number =>
  lengthOf(b) - lengthOf(a) ||
  ENTITY_TYPES.indexOf(a.type) - ENTITY_TYPES.indexOf(b.type) ||
  a.start - b.start ||
  Number(b.canonical !== undefined) - Number(a.canonical !== undefined);
