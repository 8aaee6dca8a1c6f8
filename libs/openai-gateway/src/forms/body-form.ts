import type { JsonObject, JsonValue } from '../json';
import type { ReadBody } from '../reading/read-body';

/** A kind of request of OpenAI's that is hidden, asked and restored: what differs between one and another. */
export interface BodyForm {
  /**
   * @param pseudonym a keyed hash of an end user's identifier
   * @param images whether the policy lets images through to the model; false where it is not said
   * @throws AppError `bad_request` that names the field
   */
  read(given: JsonObject, pseudonym: (value: string) => string, images?: boolean): ReadBody;
  /** A read body with words before the caller's own, and others behind them; either may be empty. */
  instruct(body: JsonObject, before: string, behind: string): JsonObject;
  /** What its conversation began with: surrogates are drawn from it. */
  opening(given: JsonObject): JsonValue;
  /** Whether the answer is asked for as JSON. */
  isJson(given: JsonObject): boolean;
}

const JSON_FORMATS: ReadonlySet<unknown> = new Set(['json_object', 'json_schema']);

export const isJsonFormat = (format: JsonValue | undefined): boolean =>
  typeof format === 'object' && format !== null && !Array.isArray(format) && JSON_FORMATS.has(format.type);
