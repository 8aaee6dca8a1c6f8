import { isRecord } from '../openai-answer';
import type { DialectObject } from '../language-model';

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
 * Converts a body of `POST /responses` with only function tools into a chat completion body. Omits earlier reasoning, which
 * servers of chat completions do not accept.
 */
export function toChatBody(body: DialectObject): DialectObject {
  const { input, instructions, tools, tool_choice: choice, text, reasoning, max_output_tokens: most } = body;
  const messages = toMessages(input);
  if (typeof instructions === 'string' && instructions !== '')
    messages.unshift({ role: 'system', content: instructions });
  const { format, verbosity } = isRecord(text) ? text : {};
  const others = Object.entries(body).filter(([field]) => !OF_RESPONSES.has(field));
  return {
    ...Object.fromEntries(others),
    messages,
    ...(Array.isArray(tools) && tools.length > 0 && { tools: tools.map(toFunction) }),
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
  for (const item of input as DialectObject[]) {
    switch (item.type) {
      case 'reasoning':
        break;
      case 'function_call':
        addCall(messages, item);
        break;
      case 'function_call_output':
        messages.push({ role: 'tool', tool_call_id: item.call_id, content: toContent(item.output) });
        break;
      default:
        messages.push({ role: item.role, content: toContent(item.content) });
    }
  }
  return messages;
}

/** Adds a call to the assistant's message before it, or to a new one. */
function addCall(messages: DialectObject[], { call_id: id, name, arguments: written }: DialectObject): void {
  const call = { id, type: 'function', function: { name, arguments: written } };
  const last = messages.at(-1);
  if (last?.role !== 'assistant') messages.push({ role: 'assistant', content: null, tool_calls: [call] });
  else last.tool_calls = [...((last.tool_calls ?? []) as unknown[]), call];
}

/** Joins parts into one text if that loses no information, because small servers do not accept lists. */
function toContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const parts = content as DialectObject[];
  const textOf = ({ text, refusal }: DialectObject): unknown => text ?? refusal;
  if (parts.length === 1 && parts[0]!.type !== 'input_image') return textOf(parts[0]!);
  return parts.map((part) =>
    part.type === 'input_image'
      ? { type: 'image_url', image_url: { url: part.image_url, detail: part.detail } }
      : { type: 'text', text: textOf(part) },
  );
}

const toFunction = ({ type, ...called }: DialectObject): DialectObject => ({ type, function: called });

function toChoice(choice: unknown): unknown {
  if (!isRecord(choice)) return choice;
  const { type, name, mode, tools } = choice;
  if (type === 'function') return { type, function: { name } };
  return { type, allowed_tools: { mode, tools: (tools as DialectObject[]).map(toFunction) } };
}

function toFormat(format: unknown): unknown {
  if (!isRecord(format) || format.type !== 'json_schema') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}
