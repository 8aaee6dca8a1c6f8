import { invalid } from '@app/common';
import { argumentsOf, imageOf, refuseFields } from '../chat-parts';
import type { DialectObject } from '../language-model';
import { isRecord } from '../openai-format';

/** Parameters of chat completions that Anthropic's models do not have, unless they have no effect. */
const UNSUPPORTED: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['n', [1]],
  ['logit_bias', []],
  ['frequency_penalty', [0]],
  ['presence_penalty', [0]],
  ['prediction', []],
  ['seed', []],
  ['verbosity', ['medium']],
]);

/**
 * Converts a chat completion body into a body of Anthropic's `POST /v1/messages`.
 *
 * @param answerTokens the limit for the answer if the body has none, because Anthropic requires one
 * @throws AppError `bad_request` that names a parameter without an equivalent
 */
export function messagesOfChat(body: DialectObject, answerTokens: number): DialectObject {
  refuseFields(body, UNSUPPORTED);
  const { model, stop, tools, tool_choice: choice, parallel_tool_calls: parallel, user } = body;
  const { response_format: format, reasoning_effort: effort } = body;
  const messages = body.messages as DialectObject[];
  const system = messages.filter(isSystem).map(({ content }) => textOf(content));
  const output = {
    ...(typeof effort === 'string' && { effort }),
    ...(formatOf(format) && { format: formatOf(format) }),
  };
  return {
    model,
    max_tokens: body.max_completion_tokens ?? body.max_tokens ?? answerTokens,
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: merged(messages.filter((message) => !isSystem(message)).map(messageOf)),
    ...copied(body, ['temperature', 'top_p', 'top_k']),
    ...(stop !== undefined && { stop_sequences: [stop].flat() }),
    ...(Array.isArray(tools) && { tools: (tools as DialectObject[]).map(toolOf) }),
    ...(choice !== undefined || parallel === false ? { tool_choice: choiceOf(choice, parallel) } : {}),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(typeof user === 'string' && { metadata: { user_id: user } }),
  };
}

const isSystem = ({ role }: DialectObject): boolean => role === 'system' || role === 'developer';

function messageOf(message: DialectObject): { role: string; content: DialectObject[] } {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  if (role === 'tool')
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: textOf(content) }] };
  const parts = partsOf(content);
  if (role !== 'assistant') return { role: 'user', content: parts };
  const uses = ((calls ?? []) as DialectObject[]).map(({ id: callId, function: called }) => {
    const { name, arguments: written } = called as DialectObject;
    return { type: 'tool_use', id: callId, name, input: argumentsOf(String(written)) };
  });
  return { role, content: [...parts, ...uses] };
}

/** Joins consecutive messages of one role: the answers to several calls must be one message. */
function merged(messages: readonly { role: string; content: DialectObject[] }[]): DialectObject[] {
  const all: { role: string; content: DialectObject[] }[] = [];
  for (const { role, content } of messages) {
    const last = all.at(-1);
    if (last?.role === role) last.content.push(...content);
    else all.push({ role, content: [...content] });
  }
  return all;
}

function partsOf(content: unknown): DialectObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return ((content ?? []) as DialectObject[]).flatMap((part): DialectObject[] => {
    if (part.type === 'image_url') {
      const { type, data } = imageOf(part);
      return [{ type: 'image', source: { type: 'base64', media_type: type, data } }];
    }
    const text = part.text ?? part.refusal;
    return text === '' ? [] : [{ type: 'text', text }];
  });
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as DialectObject[])
        .map(({ text, refusal }) => String(text ?? refusal ?? ''))
        .join('\n');

function toolOf({ function: called }: DialectObject): DialectObject {
  const { name, description, parameters } = called as DialectObject;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters ?? { type: 'object', properties: {} },
  };
}

function choiceOf(choice: unknown, parallel: unknown): DialectObject {
  const single = parallel === false && choice !== 'none' ? { disable_parallel_tool_use: true } : {};
  if (isRecord(choice) && choice.type === 'function')
    return { type: 'tool', name: (choice.function as DialectObject).name, ...single };
  if (isRecord(choice))
    throw invalid('tool_choice', 'must not be allowed_tools: the provider of this model does not have it');
  return { type: choice === 'required' ? 'any' : choice === 'none' ? 'none' : 'auto', ...single };
}

function formatOf(format: unknown): DialectObject | undefined {
  if (!isRecord(format) || format.type === 'text') return undefined;
  if (format.type === 'json_schema')
    return { type: 'json_schema', schema: (format.json_schema as DialectObject).schema };
  throw invalid('response_format', 'must be a json_schema: the provider of this model has no json_object');
}

const copied = (body: DialectObject, fields: readonly string[]): DialectObject =>
  Object.fromEntries(
    fields.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]),
  );
