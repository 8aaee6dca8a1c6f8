import { AppError } from '@app/common';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { MAX_MESSAGES, refuse, refuseMore } from '../reading/bounds';
import {
  dropped,
  identifierOf,
  NOT_FORWARDED,
  OTHERS,
  passed,
  readFields,
  refused,
  text,
  type Fields,
  type Rule,
  type Target,
  TREE,
  word,
} from '../reading/field-rules';
import { callId, identifier } from '../reading/identifiers';
import { base64Image } from '../reading/image-parts';
import { MODEL, readStop, UNKNOWN_FIELD } from '../reading/read-body';
import { addSchema, readToolList } from '../reading/read-tools';
import type { TextPlaces } from '../reading/text-places';
import { cacheControl, readContextManagement, readThinking } from './shapes';

/** Features that `anthropic-beta` may switch on. Others are left out: they could add fields that no rule reads. */
const BETAS: ReadonlySet<JsonValue> = new Set([
  'claude-code-20250219',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'extended-cache-ttl-2025-04-11',
  'fine-grained-tool-streaming-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'output-128k-2025-02-19',
  'prompt-caching-2024-07-31',
  'prompt-caching-scope-2026-01-05',
  'structured-outputs-2025-11-13',
  'token-efficient-tools-2025-02-19',
]);

const CACHE_CONTROL: Rule = passed(cacheControl, 'in its known shape');
const BLOCK_TEXT: Rule = {
  fate: 'hidden',
  read: ({ read }, field, value, at) => void (read[field] = text(value, at)),
};
const TYPE: Rule = passed(String);
const NUMBER: Rule = passed((value) => (typeof value === 'number' ? value : undefined), 'numbers');

/** The blocks of a text: those of `system` and of a tool's answer. */
const TEXT_BLOCK: Fields = {
  type: TYPE,
  text: BLOCK_TEXT,
  cache_control: CACHE_CONTROL,
  citations: dropped('positions in other texts'),
  [OTHERS]: NOT_FORWARDED,
};
const IMAGE_BLOCK: Fields = {
  type: TYPE,
  source: base64Image('media_type', 'base64'),
  cache_control: CACHE_CONTROL,
  [OTHERS]: NOT_FORWARDED,
};
const TOOL_USE: Fields = {
  type: TYPE,
  id: identifierOf(callId),
  name: identifierOf(identifier),
  input: TREE,
  cache_control: CACHE_CONTROL,
  caller: dropped(),
  [OTHERS]: NOT_FORWARDED,
};
const TOOL_RESULT: Fields = {
  type: TYPE,
  tool_use_id: identifierOf(callId),
  content: {
    fate: 'hidden',
    about: 'texts, and JSON in them inside strings and keys alone; images as those of messages',
    read: readToolContent,
  },
  is_error: passed((value) => value === true),
  cache_control: CACHE_CONTROL,
  [OTHERS]: NOT_FORWARDED,
};
const UNCHANGED =
  'unchanged if this service returned it to the organization; else the block is dropped and named in `X-Dropped-Parameters`';
const THINKING: Fields = {
  type: TYPE,
  thinking: { fate: 'passed', about: UNCHANGED },
  signature: { fate: 'passed', about: UNCHANGED },
  [OTHERS]: dropped(),
};
const REDACTED_THINKING: Fields = {
  type: TYPE,
  data: { fate: 'passed', about: UNCHANGED },
  [OTHERS]: dropped(),
};

const BLOCKS: Readonly<Record<string, Fields>> = {
  text: TEXT_BLOCK,
  image: IMAGE_BLOCK,
  tool_use: TOOL_USE,
  tool_result: TOOL_RESULT,
  thinking: THINKING,
  redacted_thinking: REDACTED_THINKING,
};

const ROLES: readonly JsonValue[] = ['user', 'assistant', 'system'];
const MESSAGE: Fields = {
  role: passed((value, at) =>
    ROLES.includes(value) ? value : refuse(at, `must be one of ${ROLES.join(', ')}`),
  ),
  content: { fate: 'hidden', about: 'a text, or blocks of these types; any other type is refused' },
  output_config: { fate: 'passed', about: 'the effort of one turn', read: readTurnConfig },
  [OTHERS]: NOT_FORWARDED,
};

/** What happens to each field of a body of Anthropic's `POST /v1/messages` (contract: The Anthropic gateway). */
export const MESSAGES_FIELDS: Fields = {
  model: MODEL,
  max_tokens: passed((value, at) =>
    typeof value === 'number' ? value : refuse(at, 'must be a number of tokens'),
  ),
  system: {
    fate: 'hidden',
    about: 'a text or text blocks',
    within: { '[]': TEXT_BLOCK },
    read: (target, field, value, at) => {
      // Every request has its own instructions, so they are always new.
      target.places.field = field;
      readTexts(value, at, target, field);
      target.places.field = undefined;
    },
  },
  messages: {
    fate: 'hidden',
    within: {
      '[]': MESSAGE,
      ...Object.fromEntries(
        Object.entries(BLOCKS).map(([type, fields]) => [`[].content[] (${type})`, fields]),
      ),
    },
    read: (target, field, value) => void (target.read[field] = readMessages(value, target)),
  },
  tools: {
    fate: 'hidden',
    about:
      'descriptions, enums, examples, defaults and unknown keywords; names are identifiers; tools of the client alone. Tools of the server are left out, or refused if there is no other',
    read: (target, field, value) => void (target.read[field] = readTools(value, target)),
  },
  tool_choice: {
    fate: 'identifier',
    about: 'known words pass',
    read: ({ read, places }, field, value, at) => void (read[field] = readChoice(value, at, places)),
  },
  stop_sequences: {
    fate: 'hidden',
    read: ({ read, places }, field, value) => {
      read[field] = readStop(value, field);
      places.addTree(read, field);
    },
  },
  metadata: {
    fate: 'hashed',
    about: '`user_id`; other fields are dropped',
    read: ({ read, pseudonym }, field, value) => {
      if (isObject(value) && typeof value.user_id === 'string')
        read[field] = { user_id: pseudonym(value.user_id) };
    },
  },
  thinking: passed(readThinking, 'in its known shape'),
  context_management: {
    fate: 'passed',
    about: 'edits of known types; names of tools in them are identifiers',
    read: ({ read, places }, field, value, at) =>
      void (read[field] = readContextManagement(value, at, places)),
  },
  output_config: {
    fate: 'hidden',
    about: 'the schema of `format` as those of tools; `effort` passes',
    read: ({ read, places }, field, value, at) => void (read[field] = readOutput(value, at, places)),
  },
  anthropic_beta: {
    fate: 'passed',
    about: 'the header `anthropic-beta`: known values; others dropped',
    read: ({ read, dropped: left }, field, value) => {
      const given = Array.isArray(value) ? value : [];
      const known = given.filter((beta) => BETAS.has(beta));
      left.push(...given.filter((beta) => !BETAS.has(beta)).map((beta) => `anthropic-beta.${String(beta)}`));
      if (known.length > 0) read[field] = known;
    },
  },
  mcp_servers: refused('must be absent: the provider would call these servers with personal data'),
  container: refused('must be absent: code that the provider runs is not forwarded'),
  temperature: NUMBER,
  top_p: NUMBER,
  top_k: NUMBER,
  stream: passed((value) => value === true),
  service_tier: word('auto', 'standard_only'),
  [OTHERS]: UNKNOWN_FIELD,
};

function readMessages(value: JsonValue | undefined, target: Target): JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) return refuse('messages', 'must be a list of messages');
  refuseMore(value, MAX_MESSAGES, 'messages', 'entries');
  const answered = value.findLastIndex((message) => isObject(message) && message.role === 'assistant');
  const messages = value.map((message, i) => readMessage(message, `messages[${i}]`, target, i > answered));
  target.places.field = undefined;
  return messages;
}

function readMessage(message: JsonValue, at: string, target: Target, isNew: boolean): JsonObject {
  if (!isObject(message)) return refuse(at, 'must be an object');
  const { content, ...others } = message;
  const read: JsonObject = {};
  readFields({ ...others, role: others.role ?? '' }, MESSAGE, { ...target, read }, at);
  readContent(content ?? '', `${at}.content`, { ...target, read }, isNew);
  return read;
}

function readContent(value: JsonValue, at: string, target: Target, isNew: boolean): void {
  const { places, read: message } = target;
  places.field = isNew ? at : undefined;
  if (typeof value === 'string') return readTexts(value, at, target, 'content');
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of blocks');
  const texts: JsonObject[] = [];
  const blocks = value.flatMap((block, i): JsonObject[] => {
    const place = `${at}[${i}]`;
    const type = isObject(block) ? String(block.type) : '';
    if (!isObject(block) || !Object.hasOwn(BLOCKS, type))
      return refuse(place, `must be a block of one of these types: ${Object.keys(BLOCKS).join(', ')}`);
    if (BLOCKS[type] === THINKING || BLOCKS[type] === REDACTED_THINKING)
      return readThought(block, place, target);
    const read: JsonObject = {};
    // The answers of tools are always new.
    places.field = isNew || type === 'tool_result' ? place : undefined;
    readFields(block, BLOCKS[type]!, { ...target, read }, place);
    if (type === 'text') texts.push(complete(read, 'text', place));
    return [read];
  });
  places.field = isNew ? at : undefined;
  message.content = blocks;
  places.addParts(texts.map((block): [JsonObject, string] => [block, 'text']));
}

/** Reads a text or text blocks into `read[field]`. Each block continues the one before. */
function readTexts(value: JsonValue, at: string, target: Target, field: string): void {
  const { read, places } = target;
  if (typeof value === 'string') {
    read[field] = value;
    places.addText(read, field);
    return;
  }
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of text blocks');
  const blocks = value.map((block, i) => readTextBlock(block, `${at}[${i}]`, target));
  read[field] = blocks;
  places.addParts(blocks.map((block): [JsonObject, string] => [block, 'text']));
}

function readTextBlock(block: JsonValue, at: string, target: Target): JsonObject {
  if (!isObject(block) || block.type !== 'text') return refuse(at, 'must be a text block');
  const read: JsonObject = {};
  readFields(block, TEXT_BLOCK, { ...target, read }, at);
  return complete(read, 'text', at);
}

/** Reads the answer of a tool. A text in it may be JSON. */
function readToolContent(
  { read, places, images }: Target,
  field: string,
  value: JsonValue,
  at: string,
): void {
  if (typeof value === 'string') {
    read[field] = value;
    places.addProgramText(read, field);
    return;
  }
  if (!Array.isArray(value)) return refuse(at, 'must be a text or a list of blocks');
  const blocks = value.map((block, i): JsonObject => {
    const place = `${at}[${i}]`;
    const type = isObject(block) ? block.type : undefined;
    if (!isObject(block) || (type !== 'text' && type !== 'image'))
      return refuse(place, 'must be a block of one of these types: text, image');
    const copy: JsonObject = {};
    const target = { read: copy, places, images, dropped: [], pseudonym: String };
    readFields(block, type === 'text' ? TEXT_BLOCK : IMAGE_BLOCK, target, place);
    return complete(copy, type === 'text' ? 'text' : 'source', place);
  });
  read[field] = blocks;
  places.addProgramParts(
    blocks.filter(({ type }) => type === 'text').map((block): [JsonObject, string] => [block, 'text']),
  );
}

const complete = (read: JsonObject, field: string, at: string): JsonObject =>
  field in read ? read : refuse(`${at}.${field}`, 'is missing');

/** The tools that a provider runs itself. It would search the web for the content of the messages, for example. */
const OF_SERVERS = /^(?:web_search|web_fetch|code_execution|tool_search_tool_\w+|mcp_toolset)(?:_\d{8})?$/;
/** Tools with a schema of Anthropic's that the client runs. */
const OF_CLIENTS = /^(?:bash|text_editor|computer|memory)_\d{8}$/;

function readTools(value: JsonValue, target: Target): JsonObject[] {
  const { places, dropped: left } = target;
  const given = readToolList(value);
  const isServers = (tool: JsonValue): boolean => isObject(tool) && OF_SERVERS.test(String(tool.type));
  if (given.length > 0 && given.every(isServers))
    throw new AppError(
      'server_tool_refused',
      'The provider would run these tools with the content of the messages; send tools that the client runs',
    );
  return given.flatMap((tool, i): JsonObject[] => {
    const at = `tools[${i}]`;
    if (isServers(tool)) {
      left.push(`tools.${String((tool as JsonObject).type)}`);
      return [];
    }
    return [readTool(tool, at, places)];
  });
}

function readTool(tool: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(tool)) return refuse(at, 'must be a tool');
  const { type, description, input_schema: schema, cache_control: cache } = tool;
  const read: JsonObject = { name: identifier(tool.name, `${at}.name`) };
  places.addIdentifier(read, 'name');
  const cached = cache === undefined || cache === null ? undefined : cacheControl(cache);
  if (cached !== undefined) read.cache_control = cached;
  if (typeof type === 'string' && OF_CLIENTS.test(type)) {
    read.type = type;
    for (const field of SIZES) if (typeof tool[field] === 'number') read[field] = tool[field];
    return read;
  }
  if (type !== undefined && type !== 'custom') return refuse(`${at}.type`, 'must be custom or absent');
  if (typeof description === 'string') {
    read.description = description;
    places.addText(read, 'description');
  }
  if (!isObject(schema)) return refuse(`${at}.input_schema`, 'must be an object');
  read.input_schema = schema;
  addSchema(schema, places);
  return read;
}

const SIZES = ['display_width_px', 'display_height_px', 'display_number', 'max_characters'] as const;

const CHOICES: readonly JsonValue[] = ['auto', 'any', 'none', 'tool'];

function readChoice(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  const type = isObject(value) ? (value.type ?? null) : null;
  if (!isObject(value) || !CHOICES.includes(type))
    return refuse(at, `must be of one of these types: ${CHOICES.join(', ')}`);
  const read: JsonObject = { type };
  if (value.disable_parallel_tool_use === true) read.disable_parallel_tool_use = true;
  if (type !== 'tool') return read;
  read.name = identifier(value.name, `${at}.name`);
  places.addIdentifier(read, 'name');
  return read;
}

const EFFORTS: ReadonlySet<JsonValue> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

function readOutput(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(value)) return refuse(at, 'must be an object');
  const { effort, format } = value;
  const read: JsonObject = {};
  if (EFFORTS.has(effort ?? null)) read.effort = effort!;
  if (format === undefined || format === null) return read;
  if (!isObject(format) || format.type !== 'json_schema' || !isObject(format.schema))
    return refuse(`${at}.format`, 'must be of type json_schema, with a schema');
  read.format = { type: 'json_schema', schema: format.schema };
  addSchema(format.schema, places);
  return read;
}

function readTurnConfig({ read }: Target, field: string, value: JsonValue): void {
  const effort = isObject(value) ? (value.effort ?? null) : null;
  if (EFFORTS.has(effort)) read[field] = { effort };
}

function readThought(block: JsonObject, at: string, { thoughts, dropped: left }: Target): JsonObject[] {
  const { type, thinking, signature, data } = block;
  const isRedacted = type === 'redacted_thinking';
  const [words, signed] = isRedacted ? ['', data] : [thinking, signature];
  const original =
    typeof words === 'string' && typeof signed === 'string' ? thoughts?.verify(words, signed) : undefined;
  if (original === undefined) {
    left.push(at.replaceAll('[', '.').replaceAll(']', ''));
    return [];
  }
  return [isRedacted ? { type, data: original } : { type, thinking: words!, signature: original }];
}
