import type { EntityType } from '@app/anonymization';
import { AppError } from '@app/common';
import type { AnnotatedValue } from './annotated-text';
import type { Measured } from './measure-texts';

/** The number of evaluations that a user may have. */
export const MOST_EVALUATIONS = 50;
/** The number of texts, and of their characters, that an evaluation may have. Both limit the time of a measurement. */
export const MOST_TEXTS = 1_000;
export const MOST_CHARACTERS = 1_000_000;
/** The number of texts of one request. */
export const MOST_ADDED = 100;
/** The limit for one text, in UTF-16 code units. */
export const LONGEST_TEXT = 20_000;
/** The number of values that may be marked in one text. */
export const MOST_VALUES = 2_000;

/** Whether a person still marks the values of a text. Only texts that are done are measured. */
export const TEXT_STATES = ['open', 'done'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** Texts of one person, which show what a policy hides in them. */
export interface Evaluation {
  id: string;
  name: string;
  texts: number;
  /** The texts that are done. */
  done: number;
  createdAt: Date;
  /** The last measurement. */
  measurement: Measurement | null;
}

/** What the policy in force hid in texts, and what a draft would hide. It has numbers, no texts. */
export interface Measurement {
  /** ISO 8601 */
  measuredAt: string;
  /** Of the policy in force; 0 if none was ever set */
  policyVersion: number;
  before: Measured;
  /** Null if no draft was measured */
  after: Measured | null;
}

/** A value that is marked in a text. */
export interface MarkedValue extends AnnotatedValue {
  /** Whether detection found the same value of the same kind, or a person added it. */
  origin: 'suggested' | 'added';
}

/** A text in lists. */
export interface TextSummary {
  id: string;
  /** In UTF-16 code units */
  length: number;
  values: number;
  state: TextState;
  /** Increases with each change, as an optimistic lock. */
  version: number;
}

/** A text with its marked values. */
export interface EvaluationText extends Omit<TextSummary, 'length' | 'values'> {
  text: string;
  lang: string;
  /** In the order of the text. */
  values: MarkedValue[];
  /** Suggested values that a person removed. */
  removed: AnnotatedValue[];
}

/** The sealed content of a text, which never changes. */
export interface TextContent {
  text: string;
  lang: string;
  /** The values that detection found when the text was added. */
  suggested: readonly AnnotatedValue[];
}

/** Returns the marked values with their origins, and the suggested values that are no longer marked. */
export function compared(
  suggested: readonly AnnotatedValue[],
  marked: readonly AnnotatedValue[],
): Pick<EvaluationText, 'values' | 'removed'> {
  const keyOf = ({ start, end, kind }: AnnotatedValue): string => `${start} ${end} ${kind}`;
  const known = new Set(suggested.map(keyOf));
  const kept = new Set(marked.map(keyOf));
  return {
    values: marked.map((value) => ({ ...value, origin: known.has(keyOf(value)) ? 'suggested' : 'added' })),
    removed: suggested.filter((value) => !kept.has(keyOf(value))),
  };
}

/** Returns the values as they are stored: in the order of the text, with their places and kinds only. */
export const storedValues = (
  values: readonly { start: number; end: number; kind: EntityType }[],
): AnnotatedValue[] =>
  values.map(({ start, end, kind }) => ({ start, end, kind })).sort((one, other) => one.start - other.start);

/** Returns one error for ids that are unknown, malformed or of another user. */
export const noSuchEvaluation = (): AppError =>
  new AppError('not_found', 'You have no such evaluation, or it has expired');
export const noSuchText = (): AppError => new AppError('not_found', 'The evaluation has no such text');
