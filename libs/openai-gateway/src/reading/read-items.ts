import type { ImageHandling } from '@app/policy';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { MAX_MESSAGES, refuse, refuseMore } from './bounds';
import {
  dropped,
  identifierOf,
  OTHERS,
  passed,
  readFields,
  text,
  TREE,
  word,
  type Fields,
  type Rule,
  type Target,
} from './field-rules';
import { addImages, imageData, imageDetail, notATextPart } from './image-parts';
import { callId, identifier } from './identifiers';
import { readResponseTools, TOOLS_ABOUT } from './read-response-tools';

const ROLES: readonly JsonValue[] = ['user', 'system', 'developer', 'assistant'];
/** The types of text parts, with the field that contains the text. */
const TEXT_FIELDS: ReadonlyMap<JsonValue, string> = new Map([
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['text', 'text'],
  ['refusal', 'refusal'],
]);
const ID = identifierOf(callId);
const STATUS = word('in_progress', 'completed', 'incomplete');
const OF_SERVERS = dropped('servers and libraries add them');
const OF_CLIENTS: Rule = {
  fate: 'refused',
  read: (_, __, ___, at) => refuse(at, 'is not forwarded, since it may contain personal data'),
};

const MESSAGE: Fields = {
  type: word('message'),
  role: passed((value, at) =>
    ROLES.includes(value) ? value : refuse(at, `must be one of ${ROLES.join(', ')}`),
  ),
  content: {
    fate: 'hidden',
    about:
      'texts and text parts; images of users are read by OCR and painted over, or pass unread, as the policy says for the model; other images, audio and files are refused',
    read: ({ read, places, images }, field, value, at) => {
      const ofUser = read.role === 'user' ? images : 'refused';
      read[field] = readParts(value, at, ofUser);
      if (ofUser === 'read') addImages(read[field], places, at);
      places.addParts(textsIn(read, field));
    },
  },
  id: ID,
  status: STATUS,
  phase: word('commentary', 'final_answer'),
};

/** The fields that name a call. */
const CALLED: Fields = {
  id: ID,
  call_id: ID,
  name: identifierOf(identifier),
  namespace: identifierOf(identifier),
};
const OUTPUT: Fields = {
  id: ID,
  call_id: ID,
  output: {
    fate: 'hidden',
    about: 'of JSON and code inside strings and keys; images as those of messages; files are refused',
    read: ({ read, places, images }, field, value, at) => {
      read[field] = readParts(value, at, images);
      if (images === 'read') addImages(read[field], places, at);
      places.addProgramParts(textsIn(read, field));
    },
  },
  status: STATUS,
  [OTHERS]: OF_CLIENTS,
};
const OF_CLIENT: Rule = passed((value, at) => (value === 'client' ? value : refuse(at, 'must be client')));
const TOOLS: Rule = {
  fate: 'hidden',
  about: TOOLS_ABOUT,
  read: (target, field, value, at) => {
    // As the tools of a body: the client's program wrote them.
    target.places.field = undefined;
    target.read[field] = readResponseTools(value, at, target);
  },
};

/** Returns the rule for a text that a model wrote for a program. */
const programText = (about: string): Rule => ({
  fate: 'hidden',
  about,
  read: ({ read, places }, field, value, at) => {
    read[field] = text(value, at);
    places.addProgramText(read, field);
  },
});

/** The fate of each field of each kind of item. */
export const ITEMS: Readonly<Record<string, Fields>> = {
  message: { ...MESSAGE, [OTHERS]: OF_CLIENTS },
  'message of the assistant': { ...MESSAGE, [OTHERS]: OF_SERVERS },
  function_call: {
    type: word('function_call'),
    ...CALLED,
    arguments: programText('inside strings and keys: numbers, order and layout stay'),
    status: STATUS,
    [OTHERS]: OF_SERVERS,
  },
  function_call_output: { type: word('function_call_output'), ...OUTPUT },
  custom_tool_call: {
    type: word('custom_tool_call'),
    ...CALLED,
    input: programText('also in the literals of code, without their escapes: everything else stays'),
    status: STATUS,
    [OTHERS]: OF_SERVERS,
  },
  custom_tool_call_output: { type: word('custom_tool_call_output'), ...OUTPUT },
  tool_search_call: {
    type: word('tool_search_call'),
    id: ID,
    call_id: ID,
    execution: OF_CLIENT,
    arguments: TREE,
    status: STATUS,
    [OTHERS]: OF_SERVERS,
  },
  tool_search_output: {
    type: word('tool_search_output'),
    id: ID,
    call_id: ID,
    execution: OF_CLIENT,
    tools: TOOLS,
    status: STATUS,
    [OTHERS]: OF_CLIENTS,
  },
  additional_tools: {
    type: word('additional_tools'),
    id: ID,
    role: passed((value, at) => (value === 'developer' ? value : refuse(at, 'must be developer'))),
    tools: TOOLS,
    [OTHERS]: OF_CLIENTS,
  },
  reasoning: {
    type: word('reasoning'),
    id: ID,
    summary: thoughts('summary_text'),
    content: thoughts('reasoning_text'),
    encrypted_content: {
      fate: 'passed',
      about:
        'if this service returned it to the organization; else dropped, with the item if nothing else is in it',
      read: ({ read, thoughts: signed, dropped: left }, field, value, at) => {
        const sealed = signed?.verify('', text(value, at));
        if (sealed === undefined) left.push(at);
        else read[field] = sealed;
      },
    },
    status: STATUS,
    [OTHERS]: OF_SERVERS,
  },
};

/** The kinds of items that a model wrote. */
const ANSWERED: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'tool_search_call',
  'reasoning',
]);
/** The kinds of items in which a tool answers, which is always new. */
const OUTPUTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output']);
const isAnswered = (item: JsonValue): boolean =>
  isObject(item) && (ANSWERED.has(item.type) || (kindOf(item) === 'message' && item.role === 'assistant'));

/**
 * Reads the input of a response: a text or a list of items. Checks each field and collects its texts. Only the items after
 * the last answer, and the answers of tools, are new (contract: Policy and own terms).
 *
 * @throws AppError `bad_request` that names the field
 */
export function readInput(target: Target, field: string, value: JsonValue): void {
  const { read, places } = target;
  if (typeof value === 'string') {
    read[field] = value;
    places.field = field;
    places.addText(read, field);
  } else if (Array.isArray(value)) {
    refuseMore(value, MAX_MESSAGES, field, 'items');
    const answered = value.findLastIndex(isAnswered);
    read[field] = value.flatMap((item, i) => readItem(item, `${field}[${i}]`, target, i > answered));
  } else refuse(field, 'must be a text or a list of items');
  places.field = undefined;
}

const kindOf = ({ type }: JsonObject): string => (typeof type === 'string' ? type : 'message');

function readItem(item: JsonValue, at: string, target: Target, isNew: boolean): JsonObject[] {
  if (!isObject(item)) return refuse(at, 'must be an object');
  const kind = kindOf(item);
  const fields =
    kind === 'message' && item.role === 'assistant' ? ITEMS['message of the assistant'] : ITEMS[kind];
  if (kind === 'item_reference')
    return refuse(
      at,
      'refers to an item that is not stored: set store to false in your client, so that it sends the item itself',
    );
  if (!fields || !Object.hasOwn(ITEMS, kind))
    return refuse(
      `${at}.type`,
      `must be one of ${Object.keys(REQUIRED).join(', ')} or reasoning: files, computers and built-in tools are not forwarded`,
    );
  if (kind === 'reasoning' && !isSelfContained(item, target)) return [];
  const read: JsonObject = {};
  for (const [field, value] of Object.entries(item)) {
    target.places.field = isNew || OUTPUTS.has(kind) ? `${at}.${field}` : undefined;
    readFields({ [field]: value }, fields, { ...target, read }, at);
  }
  for (const field of REQUIRED[kind] ?? []) if (!(field in read)) refuse(`${at}.${field}`, 'must be given');
  return [read];
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  message: ['role', 'content'],
  function_call: ['call_id', 'name', 'arguments'],
  function_call_output: ['call_id', 'output'],
  custom_tool_call: ['call_id', 'name', 'input'],
  custom_tool_call_output: ['call_id', 'output'],
  tool_search_call: ['arguments'],
  tool_search_output: ['tools'],
  additional_tools: ['role', 'tools'],
};

/**
 * Returns false for reasoning with only an id: it refers to an item at a provider that stores it, and none does here. What
 * is encrypted counts only if this service returned it.
 */
const isSelfContained = ({ encrypted_content: sealed, content }: JsonObject, { thoughts }: Target): boolean =>
  (typeof sealed === 'string' && thoughts?.verify('', sealed) !== undefined) ||
  (Array.isArray(content) && content.length > 0);

function readParts(value: JsonValue, at: string, images: ImageHandling = 'refused'): JsonValue {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of parts');
  return value.map((part, i) => {
    if (images !== 'refused' && isObject(part) && part.type === 'input_image')
      return readImage(part, `${at}[${i}]`, images);
    const field = isObject(part) ? TEXT_FIELDS.get(part.type ?? null) : undefined;
    if (!isObject(part) || !field) return refuse(`${at}[${i}]`, notATextPart(images));
    const { type } = part;
    const read = { type, [field]: text(part[field], `${at}[${i}].${field}`) };
    // Servers expect the field. Its annotations refer to a text that has changed.
    return type === 'output_text' ? { ...read, annotations: [] } : read;
  });
}

function readImage({ image_url: url, detail }: JsonObject, at: string, images: ImageHandling): JsonObject {
  return {
    type: 'input_image',
    image_url: imageData(url, `${at}.image_url`, images),
    detail: 'auto',
    ...imageDetail(detail),
  };
}

function textsIn(read: JsonObject, field: string): [JsonObject, string][] {
  const parts = read[field];
  if (!Array.isArray(parts)) return [[read, field]];
  return (parts as JsonObject[])
    .filter(({ type }) => type !== 'input_image')
    .map((part) => [part, 'refusal' in part ? 'refusal' : 'text']);
}

/** Returns the rule for a model's reasoning, in parts of one type. */
function thoughts(type: string): Rule {
  return {
    fate: 'hidden',
    read: ({ read, places }, field, value, at) => {
      if (!Array.isArray(value)) return refuse(at, 'must be a list of parts');
      read[field] = value.map((part, i) => {
        if (!isObject(part) || part.type !== type)
          return refuse(`${at}[${i}]`, `must be a part of type ${type}`);
        return { type, text: text(part.text, `${at}[${i}].text`) };
      });
      places.addParts((read[field] as JsonObject[]).map((part) => [part, 'text']));
    },
  };
}
