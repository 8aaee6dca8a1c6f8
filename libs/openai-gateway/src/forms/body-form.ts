import type { ImageHandling } from '@app/policy';
import type { JsonObject, JsonValue } from '../json';
import type { ReadBody } from '../reading/read-body';

/** The parts in which the requests of one dialect differ from those of another when they are hidden, sent and restored. */
export interface BodyForm {
  /**
   * @param pseudonym a keyed hash of an end user's identifier
   * @param images what happens to images of users; they are refused if absent
   * @throws AppError `bad_request` that names the field
   */
  read(given: JsonObject, pseudonym: (value: string) => string, images?: ImageHandling): ReadBody;
  /** Returns a read body with instructions added before and after the caller's own. Either may be empty. */
  instruct(body: JsonObject, before: string, behind: string): JsonObject;
  /**
   * Whether the instructions about replacements are added before the first value, too: providers cache the beginning of a
   * request, which must not change when a value appears.
   */
  isCached(given: JsonObject): boolean;
  /** Returns the opening of the conversation, which seeds the surrogates. */
  opening(given: JsonObject): JsonValue;
  /** Whether the answer is asked for as JSON. */
  isJson(given: JsonObject): boolean;
}

const JSON_FORMATS: ReadonlySet<unknown> = new Set(['json_object', 'json_schema']);

export const isJsonFormat = (format: JsonValue | undefined): boolean =>
  typeof format === 'object' && format !== null && !Array.isArray(format) && JSON_FORMATS.has(format.type);

/** Returns whether a list of tools is not empty. Agents, which resend a growing conversation, send tools. */
export const hasTools = ({ tools }: JsonObject): boolean => Array.isArray(tools) && tools.length > 0;
