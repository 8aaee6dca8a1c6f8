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
  TREE,
  word,
  type Fields,
  type Rule,
  type Target,
} from '../reading/field-rules';
import { callId, identifier } from '../reading/identifiers';
import { base64Image } from '../reading/image-parts';
import { MODEL, readStop, UNKNOWN_FIELD } from '../reading/read-body';
import { addSchema, readToolList } from '../reading/read-tools';
import type { TextPlaces } from '../reading/text-places';

/** Gemini accepts this word instead of a signature for calls that its models did not make. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Numbers and booleans of a configuration. */
const PLAIN: Rule = passed(
  (value) => (typeof value === 'number' || typeof value === 'boolean' ? value : undefined),
  'numbers and booleans; others dropped',
);
const WORD = /^[A-Za-z][A-Za-z_]{0,63}$/;
const NAME = identifierOf(identifier);
const ID = identifierOf(callId);
const CAMEL_CASE = refused('must be written in camel case, such as systemInstruction');
const CALL: Fields = { id: ID, name: NAME, args: TREE, [OTHERS]: NOT_FORWARDED };
const ANSWER: Fields = {
  id: ID,
  name: NAME,
  response: TREE,
  scheduling: dropped(),
  willContinue: dropped(),
  [OTHERS]: NOT_FORWARDED,
};
const nested = (fields: Fields, about?: string): Rule => ({
  fate: 'hidden',
  ...(about !== undefined && { about }),
  within: { '': fields },
  read: (target, field, value, at) => {
    if (!isObject(value)) return refuse(at, 'must be an object');
    const read: JsonObject = {};
    target.read[field] = read;
    return readFields(value, fields, { ...target, read }, at);
  },
});
const PART: Fields = {
  text: {
    fate: 'hidden',
    read: ({ read }, field, value, at) => void (read[field] = text(value, at)),
  },
  inlineData: base64Image('mimeType'),
  functionCall: nested(CALL),
  functionResponse: nested(ANSWER),
  thought: { fate: 'dropped', about: 'a part with a thought is left out' },
  thoughtSignature: {
    fate: 'passed',
    about:
      'if this service returned it to the organization; else dropped and named in `X-Dropped-Parameters`',
    read: ({ read, thoughts, dropped: left }, field, value, at) => {
      const original = value === NO_SIGNATURE ? value : thoughts?.verify('', String(value));
      if (original === undefined) left.push(named(at));
      else read[field] = original;
    },
  },
  [OTHERS]: NOT_FORWARDED,
};
const CONTENT: Fields = {
  role: passed((value, at) =>
    value === 'user' || value === 'model' || value === 'function'
      ? value
      : refuse(at, 'must be one of user, model, function'),
  ),
  parts: { fate: 'hidden', within: { '[]': PART } },
  [OTHERS]: NOT_FORWARDED,
};

const SCHEMA: Rule = {
  fate: 'hidden',
  about: 'as the schemas of tools',
  read: ({ read, places }, field, value, at) => {
    if (!isObject(value)) return refuse(at, 'must be an object');
    read[field] = value;
    return addSchema(value, places);
  },
};
const THINKING: Fields = {
  includeThoughts: PLAIN,
  thinkingBudget: PLAIN,
  thinkingLevel: word('LOW', 'MEDIUM', 'HIGH', 'MINIMAL', 'low', 'medium', 'high', 'minimal'),
  [OTHERS]: dropped(),
};
const NUMBERS = [
  'candidateCount',
  'frequencyPenalty',
  'maxOutputTokens',
  'presencePenalty',
  'seed',
  'temperature',
  'topK',
  'topP',
];
const CONFIG: Fields = {
  stopSequences: {
    fate: 'hidden',
    read: ({ read, places }, field, value, at) => {
      read[field] = readStop(value, at);
      places.addTree(read, field);
    },
  },
  responseMimeType: word('text/plain', 'application/json', 'text/x.enum'),
  responseSchema: SCHEMA,
  responseJsonSchema: SCHEMA,
  thinkingConfig: nested(THINKING),
  responseModalities: passed(
    (value, at) =>
      [value].flat().every((one) => String(one).toUpperCase() === 'TEXT')
        ? value
        : refuse(at, 'must be TEXT: other answers cannot be restored'),
    '`TEXT` alone',
  ),
  responseLogprobs: refused('is not forwarded: it would show the answer token by token'),
  speechConfig: refused('must be absent: a spoken answer cannot be restored'),
  ...Object.fromEntries(NUMBERS.map((name) => [name, PLAIN])),
  [OTHERS]: dropped(),
};

/** What happens to each field of a body of Gemini's `generateContent` (contract: The Gemini gateway). */
export const GEMINI_FIELDS: Fields = {
  model: { ...MODEL, about: 'from the address' },
  contents: {
    fate: 'hidden',
    within: { '[]': CONTENT },
    read: (target, field, value) => void (target.read[field] = readContents(value, target)),
  },
  systemInstruction: {
    fate: 'hidden',
    about: 'text parts',
    read: (target, field, value, at) => {
      // Every request has its own instructions, so they are always new.
      target.places.field = field;
      target.read[field] = readSystem(value, at, target);
      target.places.field = undefined;
    },
  },
  tools: {
    fate: 'hidden',
    about:
      'functions: descriptions, enums, examples, defaults and unknown keywords; names are identifiers. Tools of the server are left out, or refused if there is no other',
    read: (target, field, value) => {
      const tools = readTools(value, target);
      if (tools.length > 0) target.read[field] = tools;
    },
  },
  toolConfig: {
    fate: 'identifier',
    about: 'known words pass',
    read: ({ read, places }, field, value, at) => {
      const config = isObject(value) ? value.functionCallingConfig : undefined;
      if (isObject(config))
        read[field] = { functionCallingConfig: readCalling(config, `${at}.functionCallingConfig`, places) };
    },
  },
  generationConfig: nested(CONFIG),
  safetySettings: passed(readSafety, 'known words; others dropped'),
  cachedContent: refused('must be absent: what a provider stores is unknown to this service'),
  labels: dropped('they are for bills'),
  system_instruction: CAMEL_CASE,
  generation_config: CAMEL_CASE,
  tool_config: CAMEL_CASE,
  safety_settings: CAMEL_CASE,
  cached_content: CAMEL_CASE,
  [OTHERS]: UNKNOWN_FIELD,
};

/** Returns a path as a header may show it. */
const named = (at: string): string => at.replaceAll('[', '.').replaceAll(']', '');

function readContents(value: JsonValue, target: Target): JsonObject[] {
  if (!Array.isArray(value) || value.length === 0) return refuse('contents', 'must be a list of contents');
  refuseMore(value, MAX_MESSAGES, 'contents', 'entries');
  const answered = value.findLastIndex((content) => isObject(content) && content.role === 'model');
  const contents = value.map((content, i): JsonObject => {
    const at = `contents[${i}]`;
    if (!isObject(content)) return refuse(at, 'must be an object');
    const { parts, ...others } = content;
    const read: JsonObject = {};
    readFields(others, CONTENT, { ...target, read }, at);
    read.parts = readParts(parts ?? [], `${at}.parts`, target, i > answered);
    return read;
  });
  target.places.field = undefined;
  return contents;
}

/** Reads the parts of one content. Text parts after each other continue the same text. */
function readParts(value: JsonValue, at: string, target: Target, isNew: boolean): JsonObject[] {
  if (!Array.isArray(value)) return refuse(at, 'must be a list of parts');
  const { places, dropped: left } = target;
  const texts: JsonObject[] = [];
  const parts = value.flatMap((part, i): JsonObject[] => {
    const place = `${at}[${i}]`;
    if (!isObject(part)) return refuse(place, 'must be an object');
    if (part.thought === true) {
      left.push(named(place));
      return [];
    }
    const read: JsonObject = {};
    // The answers of tools are always new.
    places.field = isNew || part.functionResponse !== undefined ? place : undefined;
    readFields(part, PART, { ...target, read }, place);
    if (typeof read.text === 'string') texts.push(read);
    return [read];
  });
  places.field = isNew ? at : undefined;
  places.addParts(texts.map((part): [JsonObject, string] => [part, 'text']));
  return parts;
}

function readSystem(value: JsonValue, at: string, { places }: Target): JsonObject {
  const given = isObject(value) ? value.parts : undefined;
  if (!Array.isArray(given)) return refuse(at, 'must be an object with parts');
  const parts = given.map((part, i): JsonObject => {
    if (!isObject(part) || typeof part.text !== 'string')
      return refuse(`${at}.parts[${i}]`, 'must be a text part');
    return { text: part.text };
  });
  places.addParts(parts.map((part): [JsonObject, string] => [part, 'text']));
  return { parts };
}

function readTools(value: JsonValue, { places, dropped: left }: Target): JsonObject[] {
  const given = readToolList(value);
  const tools = given.flatMap((tool, i): JsonObject[] => {
    const at = `tools[${i}]`;
    if (!isObject(tool)) return refuse(at, 'must be an object');
    if ('function_declarations' in tool)
      return refuse(`${at}.function_declarations`, 'must be written in camel case: functionDeclarations');
    const { functionDeclarations: declared, ...others } = tool;
    for (const name of Object.keys(others)) left.push(WORD.test(name) ? `tools.${name}` : 'tools');
    if (declared === undefined || declared === null) return [];
    const functions = readToolList(declared).map((one, j) =>
      readFunction(one, `${at}.functionDeclarations[${j}]`, places),
    );
    return [{ functionDeclarations: functions }];
  });
  if (given.length > 0 && tools.length === 0)
    throw new AppError(
      'server_tool_refused',
      'The provider would run these tools with the content of the messages; send functions',
    );
  return tools;
}

const SCHEMAS = ['parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema'] as const;

function readFunction(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(value)) return refuse(at, 'must be an object');
  const read: JsonObject = { name: identifier(value.name, `${at}.name`) };
  places.addIdentifier(read, 'name');
  if (typeof value.description === 'string') {
    read.description = value.description;
    places.addText(read, 'description');
  }
  for (const field of SCHEMAS) {
    const schema = value[field];
    if (!isObject(schema)) continue;
    read[field] = schema;
    addSchema(schema, places);
  }
  return read;
}

const MODES: ReadonlySet<JsonValue> = new Set(['AUTO', 'ANY', 'NONE', 'VALIDATED']);

function readCalling(
  { mode, allowedFunctionNames: names }: JsonObject,
  at: string,
  places: TextPlaces,
): JsonObject {
  const read: JsonObject = {};
  if (MODES.has(mode ?? null)) read.mode = mode!;
  if (Array.isArray(names)) {
    const own = names.map((name, i) => identifier(name, `${at}.allowedFunctionNames[${i}]`));
    read.allowedFunctionNames = own;
    own.forEach((_, i) => places.addIdentifier(own, i));
  }
  return read;
}

function readSafety(value: JsonValue): JsonValue {
  return (Array.isArray(value) ? value : []).flatMap((one) => {
    if (!isObject(one)) return [];
    const { category, threshold } = one;
    const isKnown =
      /^HARM_CATEGORY_[A-Z_]{1,40}$/.test(String(category)) &&
      /^(?:BLOCK|OFF|HARM_BLOCK)[A-Z_]{0,40}$/.test(String(threshold));
    return isKnown ? [{ category: category!, threshold: threshold! }] : [];
  });
}
