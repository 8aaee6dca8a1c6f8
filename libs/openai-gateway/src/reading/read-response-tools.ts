import { AppError } from '@app/common';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { refuse } from './bounds';
import { text, type Target } from './field-rules';
import { identifier } from './identifiers';
import { addSchema, isChoiceWord, readNamedSchema, readToolList } from './read-tools';
import type { TextPlaces } from './text-places';

/** The tools that a provider runs itself, with the content of the messages. */
const OF_SERVERS =
  /^(?:web_search|file_search|code_interpreter|image_generation|mcp)(?:_preview)?(?:_[\d_]+)?$/;
/** The types of tools that a choice can name. */
const CHOSEN: ReadonlySet<JsonValue> = new Set(['function', 'custom']);

/** What happens to tools, for documentation. */
export const TOOLS_ABOUT =
  'descriptions, grammars, enums, examples, defaults and unknown keywords; names are identifiers; tools of the client alone. Tools of the server are left out, or refused if there is no other';

/**
 * Reads tools that the client runs, and leaves out those of the server.
 *
 * @throws AppError `server_tool_refused` if there are only tools of the server; `bad_request` for others
 */
export function readResponseTools(
  value: JsonValue,
  at: string,
  { places, dropped }: Pick<Target, 'places' | 'dropped'>,
): JsonObject[] {
  const given = readToolList(value);
  const tools = given.flatMap((tool, i): JsonObject[] => {
    if (isObject(tool) && OF_SERVERS.test(String(tool.type))) {
      dropped.push(`tools.${String(tool.type)}`);
      return [];
    }
    return [readTool(tool, `${at}[${i}]`, places)];
  });
  if (given.length > 0 && tools.length === 0)
    throw new AppError(
      'server_tool_refused',
      'The provider would run these tools with the content of the messages; send tools that the client runs',
    );
  return tools;
}

function readTool(tool: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (isObject(tool) && tool.type === 'namespace') return readNamespace(tool, at, places);
  if (isObject(tool) && tool.type === 'tool_search') return readSearch(tool, at, places);
  return readCallable(tool, at, places);
}

function readCallable(tool: JsonValue, at: string, places: TextPlaces): JsonObject {
  const { type, defer_loading: isLater } = isObject(tool) ? tool : {};
  const later = typeof isLater === 'boolean' ? { defer_loading: isLater } : {};
  if (isObject(tool) && type === 'function')
    return readNamedSchema(tool, at, 'parameters', places, { type, ...later });
  if (isObject(tool) && type === 'custom') {
    const read = readNamedSchema(tool, at, undefined, places, { type, ...later });
    if (isObject(tool.format)) read.format = readFormat(tool.format, `${at}.format`, places);
    return read;
  }
  return refuse(at, 'must be a function or a custom tool: built-in and other tools are not forwarded');
}

/** Reads the form of a custom tool's input. A grammar may contain any words. */
function readFormat({ type, syntax, definition }: JsonObject, at: string, places: TextPlaces): JsonObject {
  if (type === 'text') return { type };
  if (type !== 'grammar' || (syntax !== 'lark' && syntax !== 'regex'))
    return refuse(at, 'must be of type text, or a grammar in lark or regex');
  const read: JsonObject = { type, syntax, definition: text(definition, `${at}.definition`) };
  places.addText(read, 'definition');
  return read;
}

function readNamespace(tool: JsonObject, at: string, places: TextPlaces): JsonObject {
  const read = readNamedSchema(tool, at, undefined, places, { type: 'namespace' });
  read.tools = readToolList(tool.tools ?? null).map((inner, i) =>
    readCallable(inner, `${at}.tools[${i}]`, places),
  );
  return read;
}

/** Reads the search for tools. A provider that runs it would choose tools that the request does not contain. */
function readSearch(
  { execution, description, parameters }: JsonObject,
  at: string,
  places: TextPlaces,
): JsonObject {
  if (execution !== 'client') return refuse(`${at}.execution`, 'must be client');
  const read: JsonObject = { type: 'tool_search', execution };
  if (typeof description === 'string') {
    read.description = description;
    places.addText(read, 'description');
  }
  if (isObject(parameters)) {
    read.parameters = parameters;
    addSchema(parameters, places);
  }
  return read;
}

/** Reads which tool the model must or may call. @throws AppError `bad_request` that names the field */
export function readResponseChoice(value: JsonValue, at: string, places: TextPlaces): JsonValue {
  if (isChoiceWord(value)) return value;
  if (isObject(value) && CHOSEN.has(value.type ?? null)) return readChosen(value, at, places);
  if (!isObject(value) || value.type !== 'allowed_tools')
    return refuse(at, 'must be none, auto, required, a function, a custom tool or allowed_tools');
  const { mode, tools } = value;
  if (mode !== 'auto' && mode !== 'required') return refuse(`${at}.mode`, 'must be auto or required');
  if (!Array.isArray(tools)) return refuse(`${at}.tools`, 'must be a list of functions and custom tools');
  const allowed = tools.map((tool, i) => readChosen(tool, `${at}.tools[${i}]`, places));
  return { type: 'allowed_tools', mode, tools: allowed };
}

function readChosen(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  if (!isObject(value) || !CHOSEN.has(value.type ?? null))
    return refuse(at, 'must be a function or a custom tool');
  const named: JsonObject = { type: value.type!, name: identifier(value.name, `${at}.name`) };
  places.addIdentifier(named, 'name');
  return named;
}
