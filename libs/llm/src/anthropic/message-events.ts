import { newId } from '@app/common';
import { argumentsOf } from '../chat-parts';
import type { DialectObject } from '../language-model';
import { notUnderstood, readUsage } from '../openai-format';

interface Call {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}
interface Choice {
  index?: number;
  message?: DialectObject;
  delta?: DialectObject | null;
  finish_reason?: string | null;
}
interface Block {
  index: number;
  /** Its kind, and for calls their index in the chat completion. */
  key: string;
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

/**
 * Writes the events of one Anthropic message from a chat completion, chunk by chunk. A whole answer is one chunk. Blocks follow
 * each other, as Anthropic sends them, so a provider that mixes the pieces of two calls is not understood.
 */
export class MessageEvents {
  private readonly blocks: DialectObject[] = [];
  private open: Block | undefined;
  private stopReason = 'end_turn';
  private usage: DialectObject | undefined;
  private readonly written = new Map<string, string>();
  /** The ids of the calls, by their index in the chat completion. */
  private readonly calls = new Map<number, string>();

  constructor(private readonly model: unknown) {}

  /** The text that was written, for counting. */
  get text(): string {
    return [...this.written.values()].join('');
  }

  get hasUsage(): boolean {
    return this.usage !== undefined;
  }

  begin(): DialectObject[] {
    return [
      {
        type: 'message_start',
        message: {
          id: `msg_${newId()}`,
          type: 'message',
          role: 'assistant',
          model: this.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 0, output_tokens: 0 },
        },
      },
    ];
  }

  write(chunk: DialectObject): DialectObject[] {
    const usage = readUsage(chunk);
    if (usage) this.setUsage(usage);
    // A message has one choice.
    const choice = (chunk.choices as Choice[]).find(({ index = 0 }) => index === 0);
    if (!choice) return [];
    const { content, refusal, tool_calls: calls } = { ...choice.message, ...choice.delta };
    if (choice.finish_reason) this.stopReason = STOP_REASONS[choice.finish_reason] ?? 'end_turn';
    const text = [content, refusal].filter((each) => typeof each === 'string').join('');
    return [
      ...(text === '' ? [] : this.piece('text', { type: 'text', text: '' }, { type: 'text_delta', text })),
      ...((calls ?? []) as Call[]).flatMap((call, at) => this.call(call, at)),
    ];
  }

  setUsage({ promptTokens, completionTokens }: { promptTokens: number; completionTokens: number }): void {
    this.usage = { input_tokens: promptTokens, output_tokens: completionTokens };
  }

  end(): DialectObject[] {
    return [
      ...this.close(),
      {
        type: 'message_delta',
        delta: { stop_reason: this.stopped, stop_sequence: null },
        usage: this.usage ?? { output_tokens: 0 },
      },
      { type: 'message_stop' },
    ];
  }

  /** Returns the message as a whole, after `end`. */
  message(begun: DialectObject): DialectObject {
    const { message } = begun as { message: DialectObject };
    return {
      ...message,
      content: this.blocks.map((block) => {
        if (block.type !== 'tool_use') return block;
        return { ...block, input: argumentsOf(this.written.get(`call ${String(block.id)}`) ?? '') };
      }),
      stop_reason: this.stopped,
      usage: this.usage ?? message.usage,
    };
  }

  /** Some servers end calls with `stop`. Clients run them only for `tool_use`. */
  private get stopped(): string {
    return this.calls.size > 0 && this.stopReason === 'end_turn' ? 'tool_use' : this.stopReason;
  }

  private call({ index, id, function: called }: Call, at: number): DialectObject[] {
    const { name = '', arguments: written = '' } = called ?? {};
    const known = this.calls.get(index ?? at) ?? id ?? `toolu_${newId()}`;
    this.calls.set(index ?? at, known);
    const block = { type: 'tool_use', id: known, name, input: {} };
    return this.piece(`call ${known}`, block, { type: 'input_json_delta', partial_json: written });
  }

  private piece(key: string, block: DialectObject, delta: DialectObject): DialectObject[] {
    const isOpen = this.open?.key === key;
    if (!isOpen && block.type === 'tool_use' && this.written.has(key)) throw notUnderstood();
    const begun = isOpen ? [] : this.start(key, block);
    const text = String(delta.text ?? delta.partial_json);
    this.written.set(key, (this.written.get(key) ?? '') + text);
    const last = this.blocks.at(-1)!;
    if (last.type === 'text') last.text = `${String(last.text)}${text}`;
    if (text === '') return begun;
    return [...begun, { type: 'content_block_delta', index: this.open!.index, delta }];
  }

  private start(key: string, block: DialectObject): DialectObject[] {
    const closed = this.close();
    const index = this.blocks.push({ ...block }) - 1;
    this.open = { index, key };
    return [...closed, { type: 'content_block_start', index, content_block: block }];
  }

  private close(): DialectObject[] {
    if (!this.open) return [];
    const { index } = this.open;
    this.open = undefined;
    return [{ type: 'content_block_stop', index }];
  }
}
