import { isObject, type JsonObject, type JsonValue } from './json-value';
import { identifier } from './read-messages';
import { refuse } from './refuse';
import type { TextPlaces } from './text-places';

/** Keywords of JSON Schema whose strings are names or its own words. */
const STRUCTURE = new Set([
  'type',
  'format',
  'required',
  '$ref',
  '$schema',
  '$id',
  '$anchor',
  'dependentRequired',
]);
/** Keywords whose keys are names that the schema's author chose. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** The tools of a body: functions, their descriptions and enums open to replacing. */
export function readTools(value: JsonValue, places: TextPlaces): JsonValue {
  if (!Array.isArray(value)) return refuse('tools', 'must be a list of functions');
  return value.map((tool, i) => {
    const at = `tools[${i}]`;
    if (!isObject(tool) || tool.type !== 'function' || !isObject(tool.function))
      return refuse(at, 'must be a function: other tools are not handed on');
    return {
      type: 'function',
      function: readNamedSchema(tool.function, `${at}.function`, 'parameters', places),
    };
  });
}

export function readResponseFormat(value: JsonValue, places: TextPlaces): JsonValue {
  const type = isObject(value) ? value.type : undefined;
  if (type === 'text' || type === 'json_object') return { type };
  if (!isObject(value) || type !== 'json_schema' || !isObject(value.json_schema))
    return refuse('response_format', 'must be of type text, json_object or json_schema');
  const at = 'response_format.json_schema';
  return { type, json_schema: readNamedSchema(value.json_schema, at, 'schema', places) };
}

function readNamedSchema(value: JsonObject, at: string, field: string, places: TextPlaces): JsonObject {
  const read: JsonObject = { name: identifier(value.name, `${at}.name`) };
  if (typeof value.description === 'string') {
    read.description = value.description;
    places.addText(read, 'description');
  }
  if (typeof value.strict === 'boolean') read.strict = value.strict;
  const schema = value[field];
  if (isObject(schema)) {
    read[field] = schema;
    addSchema(schema, places);
  }
  return read;
}

function addSchema(schema: JsonObject, places: TextPlaces): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (STRUCTURE.has(keyword)) continue;
    if (NAMED.has(keyword) && isObject(value)) {
      for (const named of Object.values(value)) if (isObject(named)) addSchema(named, places);
    } else if (isObject(value) && keyword !== 'default' && keyword !== 'const') addSchema(value, places);
    else if (Array.isArray(value) && value.every(isObject) && keyword !== 'enum' && keyword !== 'examples')
      for (const one of value) addSchema(one, places);
    else places.addTree(schema, keyword);
  }
}
