import { isObject, type JsonObject, type JsonValue } from './json-value';
import { refuse } from './refuse';
import type { TextPlaces } from './text-places';

const ROLES: readonly JsonValue[] = ['system', 'developer', 'user', 'assistant', 'tool'];
const ID = /^[\w.:-]{1,128}$/;
const TEXT_FIELDS: Readonly<Record<string, string>> = { text: 'text', refusal: 'refusal' };

/** The messages of a body, each field checked, and the texts in them. @throws AppError that names what is wrong */
export function readMessages(value: JsonValue | undefined, places: TextPlaces): JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) return refuse('messages', 'must be a list of messages');
  return value.map((message, i) => readMessage(message, `messages[${i}]`, places));
}

function readMessage(message: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(message)) return refuse(at, 'must be an object');
  if (!ROLES.includes(message.role ?? null)) refuse(`${at}.role`, `must be one of ${ROLES.join(', ')}`);
  const read: JsonObject = { role: message.role };
  for (const [field, value] of Object.entries(message)) {
    if (field === 'role' || value === undefined || value === null) continue;
    readField(read, field, value, `${at}.${field}`, places);
  }
  if (!('content' in read) && !('tool_calls' in read))
    refuse(`${at}.content`, 'must be a text or a list of parts');
  // Providers expect the field beside tool calls.
  if (!('content' in read)) read.content = null;
  return read;
}

function readField(read: JsonObject, field: string, value: JsonValue, at: string, places: TextPlaces): void {
  switch (field) {
    case 'content':
      read.content = readContent(value, at);
      addContent(read, places);
      return;
    case 'name':
      read.name = text(value, at);
      places.addName(read, 'name');
      return;
    case 'refusal':
      read.refusal = text(value, at);
      places.addText(read, 'refusal');
      return;
    case 'tool_call_id':
      read.tool_call_id = identifier(value, at);
      return;
    case 'tool_calls':
      read.tool_calls = readToolCalls(value, at, places);
      return;
    default:
      refuse(at, 'is not handed on here, since it may hold personal data');
  }
}

/** A text, or parts of text; images, audio and files cannot be searched for personal data. */
export function readContent(value: JsonValue, at: string): JsonValue {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of parts');
  return value.map((part, i) => {
    const type = isObject(part) ? part.type : undefined;
    const field = typeof type === 'string' ? TEXT_FIELDS[type] : undefined;
    if (!isObject(part) || !field)
      return refuse(`${at}[${i}]`, 'must be a text part: images, audio and files are not handed on');
    return { type, [field]: text(part[field], `${at}[${i}].${field}`) };
  });
}

/** Tools answer in JSON, where a name may be written in escapes. */
export function addContent(holder: JsonObject, places: TextPlaces): void {
  const { content } = holder;
  if (typeof content === 'string') {
    if (holder.role === 'tool') places.addJson(holder, 'content');
    else places.addText(holder, 'content');
    return;
  }
  for (const part of content as JsonObject[]) places.addText(part, 'text' in part ? 'text' : 'refusal');
}

function readToolCalls(value: JsonValue, at: string, places: TextPlaces): JsonValue {
  if (!Array.isArray(value)) return refuse(at, 'must be a list');
  return value.map((call, i) => {
    const here = `${at}[${i}]`;
    if (!isObject(call) || call.type !== 'function' || !isObject(call.function))
      return refuse(here, 'must be a call of a function');
    const { name, arguments: written } = call.function;
    const called: JsonObject = {
      name: identifier(name, `${here}.function.name`),
      arguments: text(written, `${here}.function.arguments`),
    };
    places.addJson(called, 'arguments');
    return { id: identifier(call.id, `${here}.id`), type: 'function', function: called };
  });
}

function text(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' ? value : refuse(at, 'must be a text');
}

/** What a program chose, and so has no room for a person's words. */
export function identifier(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && ID.test(value)
    ? value
    : refuse(at, 'must be an identifier of 1 to 128 letters, digits, _ . : -');
}
