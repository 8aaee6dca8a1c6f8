import { z } from 'zod';
import type { DialectObject, TokenUsage } from '../language-model';
import type { ToChunks } from '../own-dialect-model';
import { tokenCount } from '../token-count';
import { callsIn } from './chat-of-messages';

const REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};
export const reasonOf = (reason: unknown): string => REASONS[String(reason)] ?? 'stop';

const usage = z.object({
  input_tokens: tokenCount.nullish(),
  cache_creation_input_tokens: tokenCount.nullish(),
  cache_read_input_tokens: tokenCount.nullish(),
  output_tokens: tokenCount.nullish(),
});

/** Returns the usage of a message or of an event's `usage` field. Cached tokens are part of the prompt. */
export function readMessageUsage(
  value: unknown,
): Partial<Pick<TokenUsage, 'promptTokens' | 'completionTokens'>> {
  const { success, data } = usage.safeParse(value);
  if (!success) return {};
  const { input_tokens: input, output_tokens: output } = data;
  const cached = (data.cache_creation_input_tokens ?? 0) + (data.cache_read_input_tokens ?? 0);
  return {
    ...(typeof input === 'number' && { promptTokens: input + cached }),
    ...(typeof output === 'number' && { completionTokens: output }),
  };
}

/** Converts an Anthropic message into a chat completion. */
export function chatOfMessage(message: DialectObject): DialectObject {
  const blocks = message.content as DialectObject[];
  const texts = (type: string, field: string): string =>
    blocks
      .filter((block) => block.type === type)
      .map((block) => String(block[field]))
      .join('');
  const thoughts = texts('thinking', 'thinking');
  const calls = callsIn(blocks);
  const text = texts('text', 'text');
  return {
    id: message.id,
    model: message.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          ...(thoughts !== '' && { reasoning_content: thoughts }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: reasonOf(message.stop_reason),
      },
    ],
    usage: chatUsage(readMessageUsage(message.usage)),
  };
}

export const chatUsage = ({
  promptTokens = 0,
  completionTokens = 0,
}: Partial<Pick<TokenUsage, 'promptTokens' | 'completionTokens'>>): DialectObject => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'thinking', 'tool_use']);

/** Converts the events of an Anthropic message into chunks of a chat completion. */
export class ChatChunks implements ToChunks {
  private head: DialectObject = {};
  private counts: ReturnType<typeof readMessageUsage> = {};
  /** The indexes of the blocks that a completion can contain. */
  private readonly blocks = new Set<unknown>();
  /** The indexes of calls in the completion, by the indexes of their blocks. */
  private readonly calls = new Map<unknown, number>();

  write(event: DialectObject): DialectObject[] {
    switch (event.type) {
      case 'message_start': {
        const { id, model, usage: begun } = event.message as DialectObject;
        this.head = { id, model };
        this.counts = readMessageUsage(begun);
        return [this.chunk({ role: 'assistant', content: '' })];
      }
      case 'content_block_start':
        return this.begin(event.index, event.content_block as DialectObject);
      case 'content_block_delta':
        return this.delta(event.index, event.delta as DialectObject);
      case 'message_delta': {
        this.counts = { ...this.counts, ...readMessageUsage(event.usage) };
        const { stop_reason: reason } = event.delta as DialectObject;
        return [
          { ...this.head, choices: [{ index: 0, delta: {}, finish_reason: reasonOf(reason) }] },
          { ...this.head, choices: [], usage: chatUsage(this.counts) },
        ];
      }
      default:
        return [];
    }
  }

  private begin(at: unknown, { type, id, name, text }: DialectObject): DialectObject[] {
    if (!BLOCKS.has(type)) return [];
    this.blocks.add(at);
    if (type !== 'tool_use') return text ? [this.chunk({ content: text })] : [];
    const index = this.calls.size;
    this.calls.set(at, index);
    return [this.chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })];
  }

  private delta(at: unknown, { type, text, thinking, partial_json: json }: DialectObject): DialectObject[] {
    if (!this.blocks.has(at)) return [];
    if (type === 'text_delta') return [this.chunk({ content: text })];
    if (type === 'thinking_delta') return [this.chunk({ reasoning_content: thinking })];
    const index = this.calls.get(at);
    if (type !== 'input_json_delta' || index === undefined) return [];
    return [this.chunk({ tool_calls: [{ index, function: { arguments: json } }] })];
  }

  private chunk(delta: DialectObject): DialectObject {
    return { ...this.head, choices: [{ index: 0, delta, finish_reason: null }] };
  }
}
