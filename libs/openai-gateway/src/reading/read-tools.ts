import { isObject, type JsonObject, type JsonValue } from '../json';
import { MAX_TOOLS, refuse, refuseMore } from './bounds';
import { identifier } from './identifiers';
import { isFormat, isStandard, KEYWORDS, NAMED, SCHEMAS } from './schema-keywords';
import type { TextPlaces } from './text-places';

/** Reads the tools of a body. They must be functions. Collects their texts. */
export function readTools(value: JsonValue, places: TextPlaces): JsonValue {
  return readToolList(value).map((tool, i) => {
    const at = `tools[${i}]`;
    if (!isObject(tool) || tool.type !== 'function' || !isObject(tool.function))
      return refuse(at, 'must be a function: other tools are not forwarded');
    return {
      type: 'function',
      function: readNamedSchema(tool.function, `${at}.function`, 'parameters', places),
    };
  });
}

/** Returns a list of tools if it is not too long. */
export function readToolList(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value)) return refuse('tools', 'must be a list of functions');
  refuseMore(value, MAX_TOOLS, 'tools', 'entries');
  return value;
}

export function readResponseFormat(value: JsonValue, places: TextPlaces): JsonValue {
  const type = isObject(value) ? value.type : undefined;
  if (type === 'text' || type === 'json_object') return { type };
  if (!isObject(value) || type !== 'json_schema' || !isObject(value.json_schema))
    return refuse('response_format', 'must be of type text, json_object or json_schema');
  const at = 'response_format.json_schema';
  return { type, json_schema: readNamedSchema(value.json_schema, at, 'schema', places) };
}

/**
 * Reads the function of a tool, or the schema of an answer, and collects its name and its texts.
 *
 * @param field the field with the schema; undefined if it has none
 * @param read the copy to fill, which may already contain fields
 */
export function readNamedSchema(
  value: JsonObject,
  at: string,
  field: string | undefined,
  places: TextPlaces,
  read: JsonObject = {},
): JsonObject {
  read.name = identifier(value.name, `${at}.name`);
  places.addIdentifier(read, 'name');
  if (typeof value.description === 'string') {
    read.description = value.description;
    places.addText(read, 'description');
  }
  if (typeof value.strict === 'boolean') read.strict = value.strict;
  const schema = field && value[field];
  if (field && isObject(schema)) {
    read[field] = schema;
    addSchema(schema, places);
  }
  return read;
}

/**
 * Collects the texts of a schema. A value that is not structure of JSON Schema is data: all its strings and keys are
 * texts.
 */
export function addSchema(schema: JsonObject, places: TextPlaces): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined && !isStandard(keyword, value)) addKeyword(schema, keyword, value, places);
  }
  places.addKeys(schema, KEYWORDS);
}

function addKeyword(schema: JsonObject, keyword: string, value: JsonValue, places: TextPlaces): void {
  if (NAMED.has(keyword) && isObject(value)) addNamed(value, places);
  else if (SCHEMAS.has(keyword)) addSchemas(schema, keyword, places);
  else if ((keyword === 'required' || keyword === 'propertyOrdering') && Array.isArray(value))
    addNames(value, places);
  else if (keyword === 'dependentRequired' && isObject(value)) addDependent(value, places);
  else if (keyword === '$ref' && typeof value === 'string') addReference(schema, value, places);
  else if (isFormat(keyword, value)) places.addIdentifier(schema, keyword);
  else places.addTree(schema, keyword);
}

function addNamed(schemas: JsonObject, places: TextPlaces): void {
  for (const name of Object.keys(schemas)) addSchemas(schemas, name, places);
  places.addKeys(schemas);
}

/** Collects the texts of a schema or of a list of schemas. Any other value is data. */
function addSchemas(holder: JsonObject | JsonValue[], key: string | number, places: TextPlaces): void {
  const value = (holder as Record<string | number, JsonValue>)[key];
  if (isObject(value)) addSchema(value, places);
  else if (Array.isArray(value)) value.forEach((_, i) => addSchemas(value, i, places));
  else places.addTree(holder, key);
}

function addDependent(dependent: JsonObject, places: TextPlaces): void {
  for (const [name, value] of Object.entries(dependent)) {
    if (Array.isArray(value)) addNames(value, places);
    else places.addTree(dependent, name);
  }
  places.addKeys(dependent);
}

/** Collects property names. They are the same places as in the descriptions of the properties. */
function addNames(names: JsonValue[], places: TextPlaces): void {
  for (const [i, name] of names.entries()) {
    if (typeof name === 'string') places.addName(name, (hidden) => (names[i] = hidden));
    else places.addTree(names, i);
  }
}

/** Collects the names in a JSON pointer into the schema itself (RFC 6901). */
function addReference(schema: JsonObject, reference: string, places: TextPlaces): void {
  if (!reference.startsWith('#/')) {
    if (reference !== '#') places.addText(schema, '$ref');
    return;
  }
  const names = reference.slice(2).split('/').map(decodePointer);
  const put = (): void => {
    schema.$ref = `#/${names.map(encodePointer).join('/')}`;
  };
  for (const [i, name] of names.entries()) {
    if (KEYWORDS.has(name)) continue;
    places.addName(name, (hidden) => {
      if (hidden === name) return;
      names[i] = hidden;
      put();
    });
  }
}

const decodePointer = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
const encodePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const FIELD = 'tool_choice';
const WORDS: ReadonlySet<JsonValue> = new Set(['none', 'auto', 'required']);

export const isChoiceWord = (value: JsonValue): boolean => WORDS.has(value);

/** Reads which tool the model must or may call. @throws AppError `bad_request` that names the field */
export function readToolChoice(value: JsonValue, places: TextPlaces): JsonValue {
  if (isChoiceWord(value)) return value;
  if (isObject(value) && value.type === 'function') return readFunction(value, FIELD, places);
  if (isObject(value) && value.type === 'allowed_tools' && isObject(value.allowed_tools))
    return { type: 'allowed_tools', allowed_tools: readAllowed(value.allowed_tools, places) };
  return refuse(FIELD, 'must be none, auto, required, a function or allowed_tools');
}

function readAllowed({ mode, tools }: JsonObject, places: TextPlaces): JsonObject {
  const at = `${FIELD}.allowed_tools`;
  if (mode !== 'auto' && mode !== 'required') return refuse(`${at}.mode`, 'must be auto or required');
  if (!Array.isArray(tools)) return refuse(`${at}.tools`, 'must be a list of functions');
  return { mode, tools: tools.map((tool, i) => readFunction(tool, `${at}.tools[${i}]`, places)) };
}

function readFunction(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(value) || value.type !== 'function' || !isObject(value.function))
    return refuse(at, 'must be a function');
  const named: JsonObject = { name: identifier(value.function.name, `${at}.function.name`) };
  places.addIdentifier(named, 'name');
  return { type: 'function', function: named };
}
