import type { JsonObject, JsonValue } from '../json';
import { isObject } from '../json';
import { MAX_STOPS, refuse, refuseMore } from './bounds';
import {
  dropped,
  HASHED,
  OTHERS,
  passed,
  readFields,
  type Fields,
  type Rule,
  type Target,
} from './field-rules';
import { addContent, MESSAGE_FIELDS, readContent, readMessages } from './read-messages';
import { leftOut, PUBLISHED, readParameter, UNKNOWN } from './read-parameter';
import { readResponseFormat, readToolChoice, readTools } from './read-tools';
import { TextPlaces } from './text-places';

/** A body that is read: a copy, and what is still to be done with it. */
export interface ReadBody {
  /** May be sent once every place has its new text. */
  body: JsonObject;
  places: TextPlaces;
  /** Parameters that nobody here knows and that are left out; all are known once every place has its new text. */
  dropped: string[];
}

export const MODEL: Rule = passed((value, at) =>
  typeof value === 'string' ? value : refuse(at, 'must be the id of a model'),
);

/** Parameters that hold no texts: of a known shape, or numbers and booleans under a program's name. */
export const PARAMETER: Rule = {
  fate: 'dropped',
  about: 'and named in `X-Dropped-Parameters`; numbers and booleans pass',
  read: readOther,
};

/** What happens to each field of a chat-completions body (contract: The OpenAI gateway). */
export const CHAT_FIELDS: Fields = {
  model: MODEL,
  messages: {
    fate: 'hidden',
    within: { '[]': MESSAGE_FIELDS },
    read: (target, field, value) => void (target.read[field] = readMessages(value, target)),
  },
  tools: {
    fate: 'hidden',
    about:
      'descriptions, enums, examples, defaults and unknown keywords; names are identifiers; functions alone',
    read: ({ read, places }, field, value) => void (read[field] = readTools(value, places)),
  },
  response_format: {
    fate: 'hidden',
    about: 'its schema as those of tools',
    read: ({ read, places }, field, value) => void (read[field] = readResponseFormat(value, places)),
  },
  tool_choice: {
    fate: 'identifier',
    about: 'known words pass',
    read: ({ read, places }, field, value) => void (read[field] = readToolChoice(value, places)),
  },
  stop: {
    fate: 'hidden',
    read: ({ read, places }, field, value) => {
      read[field] = readStop(value);
      places.addTree(read, field);
    },
  },
  prediction: {
    fate: 'hidden',
    read: ({ read, places }, field, value) => {
      const prediction = readPrediction(value);
      read[field] = prediction;
      addContent(prediction, places);
    },
  },
  user: HASHED,
  safety_identifier: HASHED,
  prompt_cache_key: HASHED,
  metadata: dropped('what is for the provider to keep'),
  store: dropped('nothing is kept'),
  [OTHERS]: PARAMETER,
};

/**
 * Sorts the fields of a body: texts to be anonymized, numbers and known words that pass, what is dropped, and what is
 * refused because it holds text that nobody can search (contract: The OpenAI gateway).
 *
 * @param pseudonym a keyed hash of an end user's identifier
 * @param images whether the policy lets images through to the model
 * @throws AppError `bad_request` that names the field
 */
export function readBody(
  given: JsonObject,
  fields: Fields,
  pseudonym: (value: string) => string,
  images = false,
): ReadBody {
  const target: Target = { read: {}, places: new TextPlaces(), dropped: [], pseudonym, images };
  // Other places are put into the copy, never into what the caller holds.
  readFields(structuredClone(given), fields, target, '');
  return { body: target.read, places: target.places, dropped: target.dropped };
}

function readOther({ read, dropped, places }: Target, field: string, value: JsonValue): void {
  const known = readParameter(field, value);
  if (known === UNKNOWN) {
    dropped.push(field);
    return;
  }
  read[field] = known;
  if (isObject(known) && isObject(value)) {
    dropped.push(...leftOut(field, value, known));
    places.addKeys(known);
  } else if (!PUBLISHED.has(field))
    places.addName(field, (hidden) => {
      // A name that holds personal data is not a parameter's.
      if (hidden === field) return;
      delete read[field];
      dropped.push(field);
    });
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
