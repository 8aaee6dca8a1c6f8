import { isObject, type JsonObject, type JsonValue } from '../json';
import { MAX_MESSAGES, refuse, refuseMore } from './bounds';
import type { TextPlaces } from './text-places';

const ROLES: readonly JsonValue[] = ['system', 'developer', 'user', 'assistant', 'tool'];
const NAME = /^[\w.:/-]{1,128}$/;
/** Some servers write what they want to hear again into the id of a call. */
const CALL_ID = /^[\w.:=|/+-]{1,16384}$/;

/**
 * The messages of a body, each field checked, and the texts in them. New are those behind the last answer, and what tools
 * answered (contract: Policy and own terms).
 *
 * @throws AppError that names what is wrong
 */
export function readMessages(value: JsonValue | undefined, places: TextPlaces): JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) return refuse('messages', 'must be a list of messages');
  refuseMore(value, MAX_MESSAGES, 'messages', 'entries');
  const answered = value.findLastIndex((message) => isObject(message) && message.role === 'assistant');
  const isNew = (message: JsonValue, i: number): boolean =>
    i > answered || (isObject(message) && message.role === 'tool');
  const messages = value.map((message, i) =>
    readMessage(message, `messages[${i}]`, places, isNew(message, i)),
  );
  places.field = undefined;
  return messages;
}

function readMessage(message: JsonValue, at: string, places: TextPlaces, isNew: boolean): JsonObject {
  if (!isObject(message)) return refuse(at, 'must be an object');
  if (!ROLES.includes(message.role ?? null)) refuse(`${at}.role`, `must be one of ${ROLES.join(', ')}`);
  const read: JsonObject = { role: message.role };
  for (const [field, value] of Object.entries(message)) {
    if (field === 'role' || value === undefined || value === null) continue;
    places.field = isNew ? `${at}.${field}` : undefined;
    readField(read, field, value, `${at}.${field}`, places);
  }
  if ('content' in read) return read;
  if (read.role !== 'assistant') return refuse(`${at}.content`, 'must be a text or a list of parts');
  // Providers expect the field, and a text in it where nothing else is said.
  read.content = 'tool_calls' in read || 'refusal' in read ? null : '';
  return read;
}

function readField(read: JsonObject, field: string, value: JsonValue, at: string, places: TextPlaces): void {
  switch (field) {
    case 'content':
      read.content = readContent(value, at, read.role === 'assistant');
      addContent(read, places);
      return;
    case 'name':
      read.name = text(value, at);
      places.addIdentifier(read, 'name', read.role !== 'tool');
      return;
    case 'refusal':
      read.refusal = text(value, at);
      places.addText(read, 'refusal');
      return;
    case 'tool_call_id':
      read.tool_call_id = callId(value, at);
      places.addIdentifier(read, 'tool_call_id');
      return;
    case 'tool_calls':
      readToolCalls(read, value, at, places);
      return;
    default:
      if (read.role === 'assistant') readAnswered(read, field, value, places);
      else refuse(at, 'is not handed on here, since it may hold personal data');
  }
}

/** What servers and client libraries add to an answer comes back in the history: thoughts are text, all else is dropped. */
function readAnswered(read: JsonObject, field: string, value: JsonValue, places: TextPlaces): void {
  if ((field !== 'reasoning_content' && field !== 'reasoning') || typeof value !== 'string') return;
  read[field] = value;
  places.addText(read, field);
}

function readToolCalls(read: JsonObject, value: JsonValue, at: string, places: TextPlaces): void {
  if (!Array.isArray(value)) return refuse(at, 'must be a list');
  // Providers take no empty list, and some libraries write one.
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
  places.addJson(called, 'arguments');
  const read: JsonObject = { id: callId(call.id, `${at}.id`), type: 'function', function: called };
  places.addIdentifier(read, 'id');
  return read;
}

export function text(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' ? value : refuse(at, 'must be a text');
}

/** What a program goes by. */
export function identifier(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && NAME.test(value)
    ? value
    : refuse(at, 'must be an identifier of 1 to 128 letters, digits, _ . : / -');
}

function callId(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && CALL_ID.test(value)
    ? value
    : refuse(at, 'must be an identifier of 1 to 16384 letters, digits, _ . : = | / + -');
}

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
