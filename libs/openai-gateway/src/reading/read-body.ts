import type { ImageHandling } from '@app/policy';
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
import type { Thoughts } from '../thoughts';

/** The copy of a body, with the work that remains on it. */
export interface ReadBody {
  /** The copy. It must not be sent before every place has its new text. */
  body: JsonObject;
  places: TextPlaces;
  /** Unknown parameters that are left out. The list is complete after every place has its new text. */
  dropped: string[];
}

export const MODEL: Rule = passed((value, at) =>
  typeof value === 'string' ? value : refuse(at, 'must be the id of a model'),
);

/** The rule of parameters without texts: a known shape, or numbers and booleans with a program-like name. */
export const PARAMETER: Rule = {
  fate: 'dropped',
  about: 'and named in `X-Dropped-Parameters`; numbers and booleans pass',
  read: readOther,
};

/** The rule of fields that a dialect does not have. */
export const UNKNOWN_FIELD: Rule = {
  fate: 'dropped',
  about: 'and named in `X-Dropped-Parameters`',
  read: ({ dropped }, field) => void dropped.push(field),
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
      read[field] = readStop(value, field);
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
  metadata: dropped('it is for storage at the provider'),
  store: dropped('nothing is stored'),
  [OTHERS]: PARAMETER,
};

/**
 * Sorts the fields of a body: texts to hide, numbers and known words that pass, fields that are dropped, and fields that
 * are refused because they contain text that cannot be searched (contract: The OpenAI gateway).
 *
 * @param pseudonym a keyed hash of an end user's identifier
 * @param images what happens to images of users
 * @param thoughts verifies what models thought, for dialects with signed thoughts
 * @throws AppError `bad_request` that names the field
 */
export function readBody(
  given: JsonObject,
  fields: Fields,
  pseudonym: (value: string) => string,
  images: ImageHandling = 'refused',
  thoughts?: Thoughts,
): ReadBody {
  const target: Target = {
    read: {},
    places: new TextPlaces(),
    dropped: [],
    pseudonym,
    images,
    ...(thoughts && { thoughts }),
  };
  // Works on a copy: the places are written into it, and the caller's body does not change.
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
      // A name that contains personal data is not the name of a parameter.
      if (hidden === field) return;
      delete read[field];
      dropped.push(field);
    });
}

/** Reads the texts that end an answer. @throws AppError `bad_request` that names the field */
export function readStop(value: JsonValue, field: string): JsonValue {
  const texts = Array.isArray(value) ? value : [value];
  refuseMore(texts, MAX_STOPS, field, 'texts');
  return texts.every((text) => typeof text === 'string')
    ? value
    : refuse(field, 'must be a text or a list of texts');
}

function readPrediction(value: JsonValue): JsonObject {
  if (isObject(value) && value.type === 'content' && value.content)
    return { type: 'content', content: readContent(value.content, 'prediction.content') };
  return refuse('prediction', 'must be of type content');
}
