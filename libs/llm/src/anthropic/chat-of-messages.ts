import { invalid } from '@app/common';
import { imagePart, joined } from '../chat-parts';
import type { DialectObject } from '../language-model';
import { isRecord } from '../openai-format';

/** Fields of a Messages body that chat completions name differently or do not have. */
const OF_MESSAGES: ReadonlySet<string> = new Set([
  'anthropic_beta',
  'context_management',
  'max_tokens',
  'messages',
  'metadata',
  'output_config',
  'service_tier',
  'stop_sequences',
  'stream',
  'system',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
]);

/**
 * Converts a body of Anthropic's `POST /v1/messages` with only client tools into a chat completion body. Omits earlier
 * thinking, which servers of chat completions do not accept.
 *
 * @throws AppError `bad_request` that names a tool without a schema of its own
 */
export function chatOfMessages(body: DialectObject): DialectObject {
  const { messages, system, tools, tool_choice: choice, stop_sequences: stop, max_tokens: most } = body;
  const { metadata, output_config: output } = body;
  const { effort, format } = isRecord(output) ? output : {};
  const others = Object.entries(body).filter(([field]) => !OF_MESSAGES.has(field));
  return {
    ...Object.fromEntries(others),
    messages: [...systemOf(system), ...(messages as DialectObject[]).flatMap(messagesOf)],
    ...(most !== undefined && { max_tokens: most }),
    ...(Array.isArray(stop) && stop.length > 0 && { stop }),
    ...(Array.isArray(tools) && tools.length > 0 && { tools: (tools as DialectObject[]).map(toolOf) }),
    ...(isRecord(choice) && choiceOf(choice)),
    ...(typeof effort === 'string' && { reasoning_effort: effort }),
    ...(isRecord(format) && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: format.schema, strict: true },
      },
    }),
    ...(isRecord(metadata) && typeof metadata.user_id === 'string' && { user: metadata.user_id }),
  };
}

function systemOf(system: unknown): DialectObject[] {
  const content = textOf(system);
  return content === '' ? [] : [{ role: 'system', content }];
}

function messagesOf({ role, content }: DialectObject): DialectObject[] {
  const blocks = blocksOf(content);
  if (role === 'system') return systemOf(blocks);
  if (role === 'assistant') return [answerOf(blocks)];
  // Chat completions expect the answers of tools directly after their calls.
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const answers = results.map(toolAnswerOf);
  // They accept images in messages of users only.
  const images = results.flatMap(({ content: answer }) => blocksOf(answer).filter(isImage));
  const said = blocks.filter((block) => block.type === 'text' || isImage(block));
  const parts = [...images, ...said].map(partOf);
  return [...answers, ...(parts.length > 0 ? [{ role: 'user', content: joined(parts) }] : [])];
}

function answerOf(blocks: readonly DialectObject[]): DialectObject {
  const text = textOf(blocks);
  const calls = callsIn(blocks);
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

const toolAnswerOf = ({ tool_use_id: id, content }: DialectObject): DialectObject => {
  const parts = blocksOf(content)
    .filter(({ type }) => type === 'text')
    .map(partOf);
  return { role: 'tool', tool_call_id: id, content: parts.length === 0 ? '' : joined(parts) };
};

const isImage = ({ type }: DialectObject): boolean => type === 'image';

function partOf(block: DialectObject): DialectObject {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const { media_type: type, data } = block.source as DialectObject;
  return imagePart(type, data);
}

const blocksOf = (content: unknown): DialectObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as DialectObject[]);

/** Returns the texts of blocks, one per paragraph. */
const textOf = (content: unknown): string =>
  content === undefined
    ? ''
    : blocksOf(content)
        .filter(({ type }) => type === 'text')
        .map(({ text }) => String(text))
        .join('\n\n');

function toolOf({
  type = 'custom',
  name,
  description,
  input_schema: parameters,
}: DialectObject): DialectObject {
  if (type !== 'custom')
    throw invalid(
      'tools',
      "must have an input_schema each: the provider of this model does not know Anthropic's own tools",
    );
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters },
  };
}

const WORDS: Readonly<Record<string, string>> = { auto: 'auto', any: 'required', none: 'none' };

function choiceOf({ type, name, disable_parallel_tool_use: single }: DialectObject): DialectObject {
  return {
    tool_choice: type === 'tool' ? { type: 'function', function: { name } } : (WORDS[String(type)] ?? 'auto'),
    ...(single === true && { parallel_tool_calls: false }),
  };
}

/** Returns the tool calls in a message's blocks as a chat completion has them. */
export const callsIn = (blocks: readonly DialectObject[]): DialectObject[] =>
  blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input ?? {}) },
    }));
