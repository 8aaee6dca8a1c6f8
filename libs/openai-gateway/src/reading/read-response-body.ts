import { isObject, type JsonObject, type JsonValue } from '../json';
import { refuse } from './bounds';
import { dropped, HASHED, OTHERS, passed, refused, text, type Fields, type Target } from './field-rules';
import { MODEL, PARAMETER } from './read-body';
import { ITEMS, readInput } from './read-items';
import { readParameter, UNKNOWN } from './read-parameter';
import { readResponseChoice, readResponseTools, TOOLS_ABOUT } from './read-response-tools';
import { readNamedSchema } from './read-tools';
import type { TextPlaces } from './text-places';

const NOTHING_IS_KEPT = 'must be absent: responses are not stored; send the whole conversation as input';
/** The only value of `include` that passes. The others belong to tools that are not forwarded. */
const INCLUDED = 'reasoning.encrypted_content';
const INCLUDABLE: ReadonlySet<JsonValue> = new Set([
  INCLUDED,
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
]);

/** What happens to each field of a body of `POST responses` (contract: The OpenAI gateway). */
export const RESPONSE_FIELDS: Fields = {
  model: MODEL,
  input: {
    fate: 'hidden',
    about: 'a text, or items of these types; any other type is refused',
    within: Object.fromEntries(Object.entries(ITEMS).map(([kind, fields]) => [`[] (${kind})`, fields])),
    read: readInput,
  },
  instructions: {
    fate: 'hidden',
    read: ({ read, places }, field, value, at) => {
      read[field] = text(value, at);
      // Every request has its own instructions, so they are always new.
      places.field = field;
      places.addText(read, field);
      places.field = undefined;
    },
  },
  tools: {
    fate: 'hidden',
    about: TOOLS_ABOUT,
    read: (target, field, value, at) => void (target.read[field] = readResponseTools(value, at, target)),
  },
  tool_choice: {
    fate: 'identifier',
    about: 'known words pass',
    read: ({ read, places }, field, value) => void (read[field] = readResponseChoice(value, field, places)),
  },
  text: {
    fate: 'hidden',
    about: 'the schema of `format` as those of tools; `verbosity` passes',
    read: (target, field, value) => void (target.read[field] = readTextField(value, field, target)),
  },
  include: passed(
    readInclude,
    `\`${INCLUDED}\`; what other tools would add is dropped, anything else refused`,
  ),
  user: HASHED,
  safety_identifier: HASHED,
  prompt_cache_key: HASHED,
  metadata: dropped('repeated in the answer'),
  store: dropped('sent as false'),
  previous_response_id: refused(NOTHING_IS_KEPT),
  conversation: refused(NOTHING_IS_KEPT),
  prompt: refused('must be absent: stored prompts of a provider are unknown to this service'),
  background: refused('must be absent: responses are not stored, so they cannot be fetched later'),
  context_management: refused('must be absent: a conversation that the provider rewrites cannot be restored'),
  truncation: passed((value, at) =>
    value === 'auto' || value === 'disabled' ? value : refuse(at, 'must be auto or disabled'),
  ),
  [OTHERS]: PARAMETER,
};

function readInclude(value: JsonValue, at: string): JsonValue | undefined {
  if (!Array.isArray(value)) return refuse(at, 'must be a list');
  const unknown = value.findIndex((one) => !INCLUDABLE.has(one));
  if (unknown >= 0) return refuse(`${at}[${unknown}]`, 'is not forwarded');
  return value.includes(INCLUDED) ? [INCLUDED] : undefined;
}

function readTextField(value: JsonValue, at: string, { places, dropped: left }: Target): JsonObject {
  if (!isObject(value)) return refuse(at, 'must be an object');
  const { format, verbosity, ...others } = value;
  left.push(...Object.keys(others).map((name) => `${at}.${name}`));
  const read: JsonObject = {};
  if (format) read.format = readFormat(format, `${at}.format`, places);
  if (verbosity) {
    const known = readParameter('verbosity', verbosity);
    if (known !== UNKNOWN) read.verbosity = known;
  }
  return read;
}

function readFormat(value: JsonValue, at: string, places: TextPlaces): JsonObject {
  const type = isObject(value) ? value.type : undefined;
  if (type === 'text' || type === 'json_object') return { type };
  if (!isObject(value) || type !== 'json_schema')
    return refuse(at, 'must be of type text, json_object or json_schema');
  return readNamedSchema(value, at, 'schema', places, { type });
}
