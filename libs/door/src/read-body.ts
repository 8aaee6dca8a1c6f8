import { isObject, type JsonObject, type JsonValue } from './json-value';
import { addContent, identifier, readContent, readMessages } from './read-messages';
import { readResponseFormat, readTools } from './read-schema';
import { refuse } from './refuse';
import { TextPlaces } from './text-places';

/** Fields that hold one of a few words. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  reasoning_effort: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
  verbosity: ['low', 'medium', 'high'],
  service_tier: ['auto', 'default', 'flex', 'scale', 'priority'],
};
const DROPPED = new Set(['metadata', 'store']);
const PSEUDONYMS = new Set(['user', 'safety_identifier']);

export interface DoorBody {
  /** A copy that may be sent once every place has its new text. */
  body: JsonObject;
  messages: JsonObject[];
  places: TextPlaces;
}

/**
 * Sorts the fields of a chat-completions body: texts to be anonymized, numbers and known words that pass, what is
 * dropped, and what is refused because it holds text that nobody can search (contract 5).
 *
 * @param pseudonym a keyed hash of an end user's identifier
 * @throws AppError `bad_request` that names the field
 */
export function readBody(given: JsonObject, pseudonym: (value: string) => string): DoorBody {
  const places = new TextPlaces();
  // Other places are put into the copy, never into what the caller holds.
  const source = structuredClone(given);
  const messages = readMessages(source.messages, places);
  const body: JsonObject = {};
  for (const [field, value] of Object.entries(source)) {
    if (value === null || value === undefined || DROPPED.has(field)) continue;
    if (field === 'messages') body.messages = messages;
    else if (PSEUDONYMS.has(field)) body[field] = pseudonym(String(value));
    else body[field] = readField(body, field, value, places);
  }
  if (typeof body.prediction === 'object') addContent(body.prediction as JsonObject, places);
  if (body.stop !== undefined) places.addTree(body, 'stop');
  return { body, messages, places };
}

function readField(body: JsonObject, field: string, value: JsonValue, places: TextPlaces): JsonValue {
  switch (field) {
    case 'model':
      return typeof value === 'string' ? value : refuse(field, 'must be the id of a model');
    case 'tools':
      return readTools(value, places);
    case 'response_format':
      return readResponseFormat(value, places);
    case 'tool_choice':
      return readToolChoice(value);
    case 'stop':
      return readStop(value);
    case 'prediction':
      return readPrediction(value);
    case 'modalities':
      return onlyText(value);
    case 'logprobs':
    case 'top_logprobs':
      return value ? refuse(field, 'is not handed on here: it would show the answer token by token') : value;
    default:
      return readOther(field, value);
  }
}

function readToolChoice(value: JsonValue): JsonValue {
  if (value === 'none' || value === 'auto' || value === 'required') return value;
  if (isObject(value) && value.type === 'function' && isObject(value.function))
    return {
      type: 'function',
      function: { name: identifier(value.function.name, 'tool_choice.function.name') },
    };
  return refuse('tool_choice', 'must be none, auto, required or a function');
}

function readStop(value: JsonValue): JsonValue {
  const texts = Array.isArray(value) ? value : [value];
  return texts.every((text) => typeof text === 'string')
    ? value
    : refuse('stop', 'must be a text or a list of texts');
}

function readPrediction(value: JsonValue): JsonValue {
  if (isObject(value) && value.type === 'content' && value.content)
    return { type: 'content', content: readContent(value.content, 'prediction.content') };
  return refuse('prediction', 'must be of type content');
}

function onlyText(value: JsonValue): JsonValue {
  return JSON.stringify(value) === '["text"]' ? value : refuse('modalities', 'must be ["text"]');
}

function readOther(field: string, value: JsonValue): JsonValue {
  const words = ENUMS[field];
  if (words)
    return words.includes(value as string) ? value : refuse(field, `must be one of ${words.join(', ')}`);
  if (holdsText(value)) refuse(field, 'is not handed on here, since it may hold personal data');
  return value;
}

/** Also in keys, unless they are numbers or known words. */
function holdsText(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.some(holdsText);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) => !/^(\d+|include_\w+)$/.test(key) || holdsText(inner));
}
