import type { ImageHandling } from '@app/policy';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { MAX_MESSAGES, refuse, refuseMore } from './bounds';
import {
  hiddenText,
  identifierOf,
  OTHERS,
  passed,
  readFields,
  text,
  type Fields,
  type Rule,
  type Target,
} from './field-rules';
import { addImages, imageData, imageDetail, notATextPart } from './image-parts';
import { callId, identifier } from './identifiers';
import type { TextPlaces } from './text-places';

const ROLES: readonly JsonValue[] = ['system', 'developer', 'user', 'assistant', 'tool'];
/**
 * Reads the messages of a body: checks each field and collects its texts. Only the messages after the last answer, and the
 * answers of tools, are new (contract: Policy and own terms).
 *
 * @throws AppError `bad_request` that names the field
 */
export function readMessages(value: JsonValue | undefined, target: Target): JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) return refuse('messages', 'must be a list of messages');
  refuseMore(value, MAX_MESSAGES, 'messages', 'entries');
  const answered = value.findLastIndex((message) => isObject(message) && message.role === 'assistant');
  const isNew = (message: JsonValue, i: number): boolean =>
    i > answered || (isObject(message) && message.role === 'tool');
  const messages = value.map((message, i) =>
    readMessage(message, `messages[${i}]`, target, isNew(message, i)),
  );
  target.places.field = undefined;
  return messages;
}

/** The fate of each field of a message. */
export const MESSAGE_FIELDS: Fields = {
  role: passed((value, at) =>
    ROLES.includes(value) ? value : refuse(at, `must be one of ${ROLES.join(', ')}`),
  ),
  content: {
    fate: 'hidden',
    about:
      'texts and text parts; of tools inside the strings and keys of their JSON alone; images of users are read by OCR and painted over, or pass unread, as the policy says for the model; other images, audio and files are refused',
    read: ({ read, places, images }, _, value, at) => {
      const ofUser = read.role === 'user' ? images : 'refused';
      read.content = readContent(value, at, { answered: read.role === 'assistant', images: ofUser });
      if (ofUser === 'read') addImages(read.content, places, at);
      addContent(read, places);
    },
  },
  name: {
    fate: 'identifier',
    about: 'the name of a participant is hidden if the recognizers find a person in it',
    read: ({ read, places }, field, value, at) => {
      read[field] = text(value, at);
      places.addIdentifier(read, field, read.role !== 'tool');
    },
  },
  refusal: hiddenText(),
  tool_call_id: identifierOf(callId),
  tool_calls: {
    fate: 'hidden',
    about: 'arguments inside strings and keys: numbers, order and layout stay; ids and names are identifiers',
    read: ({ read, places }, _, value, at) => readToolCalls(read, value, at, places),
  },
  reasoning_content: thoughts(),
  reasoning: thoughts(),
  [OTHERS]: {
    fate: 'dropped',
    about: 'in assistant messages; refused in others',
    read: ({ read }, _, __, at) => {
      if (read.role !== 'assistant') refuse(at, 'is not forwarded, since it may contain personal data');
    },
  },
};

/**
 * Returns the rule for a model's reasoning. Unless it is a text in an assistant's message, the rule of other fields
 * applies.
 */
function thoughts(): Rule {
  return {
    fate: 'hidden',
    about: 'in assistant messages',
    read: (target, field, value, at) => {
      const { read, places } = target;
      if (read.role !== 'assistant') refuse(at, 'is not forwarded, since it may contain personal data');
      if (typeof value !== 'string') return;
      read[field] = value;
      places.addText(read, field);
    },
  };
}

function readMessage(message: JsonValue, at: string, target: Target, isNew: boolean): JsonObject {
  if (!isObject(message)) return refuse(at, 'must be an object');
  const { role, ...others } = message;
  const read: JsonObject = {};
  readFields({ role: role ?? '' }, MESSAGE_FIELDS, { ...target, read }, at);
  for (const [field, value] of Object.entries(others)) {
    target.places.field = isNew ? `${at}.${field}` : undefined;
    readFields({ [field]: value }, MESSAGE_FIELDS, { ...target, read }, at);
  }
  if ('content' in read) return read;
  if (read.role !== 'assistant') return refuse(`${at}.content`, 'must be a text or a list of parts');
  // Providers expect the field, and a text in it if the message has nothing else.
  read.content = 'tool_calls' in read || 'refusal' in read ? null : '';
  return read;
}

function readToolCalls(read: JsonObject, value: JsonValue, at: string, places: TextPlaces): void {
  if (!Array.isArray(value)) return refuse(at, 'must be a list');
  // Providers refuse an empty list, but some libraries write one.
  if (value.length > 0) read.tool_calls = value.map((call, i) => readToolCall(call, `${at}[${i}]`, places));
}

function readToolCall(call: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(call) || (call.type ?? 'function') !== 'function' || !isObject(call.function))
    return refuse(at, 'must be a call of a function');
  const { name, arguments: written } = call.function;
  const called: JsonObject = {
    name: identifier(name, `${at}.function.name`),
    arguments: text(written ?? '{}', `${at}.function.arguments`),
  };
  places.addIdentifier(called, 'name');
  places.addProgramText(called, 'arguments');
  const read: JsonObject = { id: callId(call.id, `${at}.id`), type: 'function', function: called };
  places.addIdentifier(read, 'id');
  return read;
}

/** The types of text parts, with the field that contains the text. */
const TEXT_FIELDS: ReadonlyMap<JsonValue, string> = new Map([
  ['text', 'text'],
  ['refusal', 'refusal'],
]);
/** The types of parts in which some servers return a model's reasoning. */
const THOUGHTS: ReadonlySet<JsonValue> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'think']);

/**
 * Reads a text, or parts of text. Images, audio and files cannot be searched for personal data.
 *
 * @param answered whether a model wrote it. Its reasoning parts are then left out instead of refused.
 * @param images what happens to images
 */
export function readContent(
  value: JsonValue,
  at: string,
  { answered = false, images = 'refused' }: { answered?: boolean; images?: ImageHandling } = {},
): JsonValue {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of parts');
  const parts = value.flatMap((part, i): JsonObject[] => {
    if (answered && isObject(part) && THOUGHTS.has(part.type ?? null)) return [];
    return [readPart(part, `${at}[${i}]`, images)];
  });
  return parts.length === 0 && value.length > 0 ? '' : parts;
}

function readPart(part: JsonValue, at: string, images: ImageHandling): JsonObject {
  if (images !== 'refused' && isObject(part) && part.type === 'image_url') return readImage(part, at, images);
  const field = isObject(part) ? TEXT_FIELDS.get(part.type ?? null) : undefined;
  if (!isObject(part) || !field) return refuse(at, notATextPart(images));
  const written = part[field];
  if (typeof written !== 'string') return refuse(`${at}.${field}`, 'must be a text');
  return { type: part.type, [field]: written };
}

function readImage({ image_url: image }: JsonObject, at: string, images: ImageHandling): JsonObject {
  const { url, detail } = isObject(image) ? image : refuse(`${at}.image_url`, 'must be an object');
  return {
    type: 'image_url',
    image_url: { url: imageData(url, `${at}.image_url.url`, images), ...imageDetail(detail) },
  };
}

/** Adds the answer of a tool as JSON, in which a name may be written with escapes. */
export function addContent(holder: JsonObject, places: TextPlaces): void {
  const { content, role } = holder;
  const parts = typeof content === 'string' ? [holder] : (content as JsonObject[]);
  const texts = parts.filter(({ type }) => type !== 'image_url');
  const fieldOf = (part: JsonObject): string =>
    ['content', 'text', 'refusal'].find((field) => typeof part[field] === 'string')!;
  const all = texts.map((part): [JsonObject, string] => [part, fieldOf(part)]);
  if (role === 'tool') places.addProgramParts(all);
  else places.addParts(all);
}
