import { isRecord } from '../openai-format';
import type { DialectObject } from '../language-model';
import { functionName, type ChatTools } from './chat-tools';

/** Fields of a Responses body that chat completions name differently or do not have. */
const OF_RESPONSES: ReadonlySet<string> = new Set([
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'text',
  'reasoning',
  'max_output_tokens',
  'max_tool_calls',
  'include',
  'store',
  'stream',
  'stream_options',
  'truncation',
]);

/**
 * Converts a body of `POST /responses` into a chat completion body, with its tools as functions. Omits earlier reasoning,
 * which servers of chat completions do not accept.
 */
export function toChatBody(body: DialectObject, { functions }: ChatTools): DialectObject {
  const { input, instructions, tool_choice: choice, text, reasoning, max_output_tokens: most } = body;
  const messages = toMessages(input);
  if (typeof instructions === 'string' && instructions !== '')
    messages.unshift({ role: 'system', content: instructions });
  const { format, verbosity } = isRecord(text) ? text : {};
  const others = Object.entries(body).filter(([field]) => !OF_RESPONSES.has(field));
  return {
    ...Object.fromEntries(others),
    messages,
    ...(functions.length > 0 && { tools: functions }),
    ...(choice !== undefined && { tool_choice: toChoice(choice) }),
    ...(format !== undefined && { response_format: toFormat(format) }),
    ...(verbosity !== undefined && { verbosity }),
    ...(isRecord(reasoning) &&
      typeof reasoning.effort === 'string' && { reasoning_effort: reasoning.effort }),
    ...(most !== undefined && { max_tokens: most }),
  };
}

function toMessages(input: unknown): DialectObject[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const messages: DialectObject[] = [];
  let images: DialectObject[] = [];
  // Images of tools follow in a message of the user, because servers accept only texts of tools.
  const addImages = (): void => {
    if (images.length > 0) messages.push({ role: 'user', content: toContent(images) });
    images = [];
  };
  for (const item of input as DialectObject[]) {
    if (!OUTPUTS.has(item.type)) addImages();
    switch (item.type) {
      case 'reasoning':
      case 'additional_tools':
        break;
      case 'function_call':
        addCall(messages, item, String(item.arguments));
        break;
      case 'custom_tool_call':
        addCall(messages, item, JSON.stringify({ input: item.input }));
        break;
      case 'tool_search_call':
        addCall(messages, item, JSON.stringify(item.arguments));
        break;
      case 'tool_search_output':
        messages.push({ role: 'tool', tool_call_id: item.call_id, content: namesOf(item.tools) });
        break;
      case 'custom_tool_call_output':
      case 'function_call_output': {
        const [texts, shown] = withoutImages(item.output);
        messages.push({ role: 'tool', tool_call_id: item.call_id, content: toContent(texts) });
        images.push(...shown);
        break;
      }
      default:
        messages.push({ role: item.role, content: toContent(item.content) });
    }
  }
  addImages();
  return messages;
}

const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output']);

/** Separates the images of a tool's answer. */
function withoutImages(output: unknown): [texts: unknown, images: DialectObject[]] {
  if (!Array.isArray(output)) return [output, []];
  const parts = output as DialectObject[];
  const isImage = ({ type }: DialectObject): boolean => type === 'input_image';
  return [parts.filter((part) => !isImage(part)), parts.filter(isImage)];
}

/** Adds a call to the assistant's message before it, or to a new one. */
function addCall(messages: DialectObject[], item: DialectObject, written: string): void {
  const call = {
    id: item.call_id,
    type: 'function',
    function: { name: functionName(item), arguments: written },
  };
  const last = messages.at(-1);
  if (last?.role !== 'assistant') messages.push({ role: 'assistant', content: null, tool_calls: [call] });
  else last.tool_calls = [...((last.tool_calls ?? []) as unknown[]), call];
}

/** Returns what a search for tools found. The request contains the tools themselves. */
const namesOf = (tools: unknown): string =>
  JSON.stringify({ tools: (tools as DialectObject[]).map(({ name }) => name) });

/** Joins parts into one text if that loses no information, because small servers do not accept lists. */
function toContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const parts = content as DialectObject[];
  const textOf = ({ text, refusal }: DialectObject): unknown => text ?? refusal;
  if (parts.length === 0) return '';
  if (parts.length === 1 && parts[0]!.type !== 'input_image') return textOf(parts[0]!);
  return parts.map((part) =>
    part.type === 'input_image'
      ? { type: 'image_url', image_url: { url: part.image_url, detail: part.detail } }
      : { type: 'text', text: textOf(part) },
  );
}

const toFunction = (tool: DialectObject): DialectObject => ({
  type: 'function',
  function: { name: functionName(tool) },
});

function toChoice(choice: unknown): unknown {
  if (!isRecord(choice)) return choice;
  const { type, mode, tools } = choice;
  if (type !== 'allowed_tools') return toFunction(choice);
  return { type, allowed_tools: { mode, tools: (tools as DialectObject[]).map(toFunction) } };
}

function toFormat(format: unknown): unknown {
  if (!isRecord(format) || format.type !== 'json_schema') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}
