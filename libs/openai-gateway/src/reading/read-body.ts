import { isObject, type JsonObject, type JsonValue } from '../json';
import { MAX_STOPS, refuse, refuseMore } from './bounds';
import { addContent, readContent, readMessages } from './read-messages';
import { leftOut, readParameter, UNKNOWN } from './read-parameter';
import { readResponseFormat, readToolChoice, readTools } from './read-tools';
import { TextPlaces } from './text-places';

/** What is for the provider to keep. */
const DROPPED = new Set(['metadata', 'store']);
const PSEUDONYMS = new Set(['user', 'safety_identifier', 'prompt_cache_key']);

export interface GatewayBody {
  /** A copy that may be sent once every place has its new text. */
  body: JsonObject;
  messages: JsonObject[];
  places: TextPlaces;
  /** Parameters that nobody here knows and that are left out; all are known once every place has its new text. */
  dropped: string[];
}

/**
 * Sorts the fields of a chat-completions body: texts to be anonymized, numbers and known words that pass, what is
 * dropped, and what is refused because it holds text that nobody can search (contract: The OpenAI gateway).
 *
 * @param pseudonym a keyed hash of an end user's identifier
 * @throws AppError `bad_request` that names the field
 */
export function readBody(given: JsonObject, pseudonym: (value: string) => string): GatewayBody {
  const places = new TextPlaces();
  // Other places are put into the copy, never into what the caller holds.
  const source = structuredClone(given);
  const messages = readMessages(source.messages, places);
  const body: JsonObject = {};
  const dropped: string[] = [];
  for (const [field, value] of Object.entries(source)) {
    if (value === null || value === undefined || DROPPED.has(field)) continue;
    if (field === 'messages') body.messages = messages;
    else if (PSEUDONYMS.has(field))
      body[field] = pseudonym(typeof value === 'string' ? value : JSON.stringify(value));
    else readField({ body, dropped, places }, field, value);
  }
  return { body, messages, places, dropped };
}

type Target = Pick<GatewayBody, 'body' | 'dropped' | 'places'>;

function readField({ body, dropped, places }: Target, field: string, value: JsonValue): void {
  switch (field) {
    case 'model':
      body.model = typeof value === 'string' ? value : refuse(field, 'must be the id of a model');
      return;
    case 'tools':
      body.tools = readTools(value, places);
      return;
    case 'response_format':
      body.response_format = readResponseFormat(value, places);
      return;
    case 'tool_choice':
      body.tool_choice = readToolChoice(value, places);
      return;
    case 'stop':
      body.stop = readStop(value);
      places.addTree(body, 'stop');
      return;
    case 'prediction':
      body.prediction = readPrediction(value);
      addContent(body.prediction, places);
      return;
  }
  const read = readParameter(field, value);
  if (read === UNKNOWN) {
    dropped.push(field);
    return;
  }
  body[field] = read;
  if (isObject(read) && isObject(value)) {
    dropped.push(...leftOut(field, value, read));
    places.addKeys(read);
  } else places.addName(field, (hidden) => dropWhereHidden({ body, dropped }, field, hidden));
}

/** A name that tells of somebody is no parameter's. */
function dropWhereHidden({ body, dropped }: Omit<Target, 'places'>, field: string, hidden: string): void {
  if (hidden === field) return;
  delete body[field];
  dropped.push(field);
}

function readStop(value: JsonValue): JsonValue {
  const texts = Array.isArray(value) ? value : [value];
  refuseMore(texts, MAX_STOPS, 'stop', 'texts');
  return texts.every((text) => typeof text === 'string')
    ? value
    : refuse('stop', 'must be a text or a list of texts');
}

function readPrediction(value: JsonValue): JsonObject {
  if (isObject(value) && value.type === 'content' && value.content)
    return { type: 'content', content: readContent(value.content, 'prediction.content') };
  return refuse('prediction', 'must be of type content');
}
