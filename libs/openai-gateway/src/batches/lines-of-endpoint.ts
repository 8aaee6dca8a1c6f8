import type { DialectObject, TokenUsage } from '@app/llm';
import type { GovernedInput, HiddenBody } from '../hide-body';
import type { JsonObject } from '../json';

/** What is stored of a line to restore its answer. It contains personal data. */
export interface StoredLine {
  customId: string;
  /** The fields of the caller's body that its answer depends on */
  given: JsonObject;
  /** Every text and identifier that is sent */
  sent: readonly string[];
  identifiers: readonly (readonly [string, string])[];
  json: boolean;
}

export type GovernedLine = Omit<GovernedInput, 'body' | 'table'>;

/** A hidden body of a line. */
export interface HiddenLineBody
  extends Pick<HiddenBody, 'body' | 'left' | 'hasImages'>, Omit<StoredLine, 'customId'> {
  /** The largest possible number of tokens of its answers */
  answerTokens: number;
}

/** Hides the bodies of one batch, which all call one endpoint. */
export interface HidingBodies {
  hide(given: JsonObject, governed: GovernedLine, signal: AbortSignal): Promise<HiddenLineBody>;
  /** The number of different values of each kind that were hidden. */
  readonly counts: Readonly<Record<string, number>>;
  /** Returns as JSON what restores the answers, in addition to the stored lines. */
  write(): Promise<string>;
}

/** Restores the answers of one batch. */
export interface RestoringBodies {
  /** Returns whether a body is a whole answer of the endpoint. */
  isAnswer(body: DialectObject): boolean;
  /** Returns the model's text, and the usage that the server reports. */
  readPart(body: DialectObject): { text: string; usage?: TokenUsage | undefined };
  restore(body: DialectObject, stored: StoredLine): Promise<DialectObject>;
}
