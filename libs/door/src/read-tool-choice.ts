import { isObject, type JsonObject, type JsonValue } from './json-value';
import { identifier } from './read-messages';
import { refuse } from './refuse';
import type { TextPlaces } from './text-places';

const FIELD = 'tool_choice';
const WORDS: ReadonlySet<JsonValue> = new Set(['none', 'auto', 'required']);

/** Whether and which tool is to be called. @throws AppError that names what is wrong */
export function readToolChoice(value: JsonValue, places: TextPlaces): JsonValue {
  if (WORDS.has(value)) return value;
  if (isObject(value) && value.type === 'function') return readFunction(value, FIELD, places);
  if (isObject(value) && value.type === 'allowed_tools' && isObject(value.allowed_tools))
    return { type: 'allowed_tools', allowed_tools: readAllowed(value.allowed_tools, places) };
  return refuse(FIELD, 'must be none, auto, required, a function or allowed_tools');
}

function readAllowed({ mode, tools }: JsonObject, places: TextPlaces): JsonObject {
  const at = `${FIELD}.allowed_tools`;
  if (mode !== 'auto' && mode !== 'required') return refuse(`${at}.mode`, 'must be auto or required');
  if (!Array.isArray(tools)) return refuse(`${at}.tools`, 'must be a list of functions');
  return { mode, tools: tools.map((tool, i) => readFunction(tool, `${at}.tools[${i}]`, places)) };
}

function readFunction(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(value) || value.type !== 'function' || !isObject(value.function))
    return refuse(at, 'must be a function');
  const named: JsonObject = { name: identifier(value.function.name, `${at}.function.name`) };
  places.addIdentifier(named, 'name');
  return { type: 'function', function: named };
}
