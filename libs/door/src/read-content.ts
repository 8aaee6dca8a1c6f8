import { isObject, type JsonObject, type JsonValue } from './json-value';
import { refuse } from './refuse';
import type { TextPlaces } from './text-places';

/** Parts that are text, and the field that holds it. */
const TEXT_FIELDS: ReadonlyMap<JsonValue, string> = new Map([
  ['text', 'text'],
  ['refusal', 'refusal'],
]);
/** Parts in which some servers show how a model came to its answer. */
const THOUGHTS: ReadonlySet<JsonValue> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'think']);

/**
 * A text, or parts of text; images, audio and files cannot be searched for personal data.
 *
 * @param answered whether a model wrote it, with whose thoughts it may come back; they are left out
 */
export function readContent(value: JsonValue, at: string, answered = false): JsonValue {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of parts');
  const parts = value.flatMap((part, i): JsonObject[] => {
    if (answered && isObject(part) && THOUGHTS.has(part.type ?? null)) return [];
    return [readPart(part, `${at}[${i}]`)];
  });
  return parts.length === 0 && value.length > 0 ? '' : parts;
}

function readPart(part: JsonValue, at: string): JsonObject {
  const field = isObject(part) ? TEXT_FIELDS.get(part.type ?? null) : undefined;
  if (!isObject(part) || !field)
    return refuse(at, 'must be a text part: images, audio and files are not handed on');
  const written = part[field];
  if (typeof written !== 'string') return refuse(`${at}.${field}`, 'must be a text');
  return { type: part.type, [field]: written };
}

/** Tools answer in JSON, where a name may be written in escapes. */
export function addContent(holder: JsonObject, places: TextPlaces): void {
  const { content, role } = holder;
  if (typeof content === 'string') add(holder, 'content');
  else for (const part of content as JsonObject[]) add(part, 'text' in part ? 'text' : 'refusal');

  function add(at: JsonObject, field: string): void {
    if (role === 'tool') places.addJson(at, field);
    else places.addText(at, field);
  }
}
