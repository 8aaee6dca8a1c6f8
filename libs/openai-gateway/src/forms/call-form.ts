import type { DialectObject, TokenUsage } from '@app/llm';
import type { RestoringParts } from '@app/private-model';
import type { JsonObject } from '../json';
import type { Restoring } from '../restore-answer';
import type { BodyForm } from './body-form';

/** What differs between the dialects, from body to answer. */
export interface CallForm {
  body: BodyForm;
  /** Returns the limits that a body sets for the tokens of an answer, and the number of answers it asks for. */
  bounds(body: JsonObject): { tokens: readonly unknown[]; answers: unknown };
  /** Returns the model's text in a part of its answer, and the usage that the server reports. */
  readPart(part: DialectObject): { text: string; usage: TokenUsage | undefined };
  /** @param given the caller's own body */
  restoring(restoring: Restoring, given: JsonObject): RestoringParts<DialectObject, DialectObject>;
}
