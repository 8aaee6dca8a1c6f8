import { newId } from '@app/common';
import { argumentsOf } from '../chat-parts';
import type { DialectObject } from '../language-model';
import { readUsage } from '../openai-format';

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

const REASONS: Readonly<Record<string, string>> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

/**
 * Writes the chunks of Gemini's answer from a chat completion, chunk by chunk. A whole answer is one chunk. Gemini has no pieces
 * of calls, so calls are written with the end of their choice.
 */
export class ContentChunks {
  private readonly head: DialectObject;
  private readonly calls = new Map<number, Map<number, { id: string; name: string; written: string }>>();
  private said = '';
  private usage: DialectObject | undefined;

  constructor(model: unknown) {
    this.head = { modelVersion: model, responseId: newId() };
  }

  /** The text that was written, for counting. */
  get text(): string {
    return this.said;
  }

  get hasUsage(): boolean {
    return this.usage !== undefined;
  }

  setUsage({ promptTokens, completionTokens }: { promptTokens: number; completionTokens: number }): void {
    this.usage = {
      promptTokenCount: promptTokens,
      candidatesTokenCount: completionTokens,
      totalTokenCount: promptTokens + completionTokens,
    };
  }

  write(chunk: DialectObject): DialectObject[] {
    const usage = readUsage(chunk);
    if (usage) this.setUsage(usage);
    const candidates = (chunk.choices as Choice[]).flatMap((choice) => this.candidate(choice));
    return candidates.length === 0 ? [] : [{ candidates, ...this.head }];
  }

  /** Returns the last chunk, with the usage. */
  end(): DialectObject {
    return { candidates: [], usageMetadata: this.usage, ...this.head };
  }

  private candidate({ index = 0, message, delta, finish_reason: reason }: Choice): DialectObject[] {
    const { content, refusal, tool_calls: calls } = { ...message, ...delta };
    const text = [content, refusal].filter((each) => typeof each === 'string').join('');
    this.said += text;
    for (const [at, call] of ((calls ?? []) as Call[]).entries()) this.add(index, call, at);
    const ended = message !== undefined || Boolean(reason);
    const parts = [...(text === '' ? [] : [{ text }]), ...(ended ? this.called(index) : [])];
    if (parts.length === 0 && !ended) return [];
    return [
      {
        content: { role: 'model', parts: parts.length === 0 ? [{ text: '' }] : parts },
        index,
        ...(ended && { finishReason: REASONS[reason ?? 'stop'] ?? 'OTHER' }),
      },
    ];
  }

  private add(choice: number, { index, id, function: called }: Call, at: number): void {
    const calls = this.calls.get(choice) ?? new Map<number, { id: string; name: string; written: string }>();
    this.calls.set(choice, calls);
    const known = calls.get(index ?? at) ?? { id: id ?? `call_${newId()}`, name: '', written: '' };
    calls.set(index ?? at, {
      ...known,
      name: known.name + (called?.name ?? ''),
      written: known.written + (called?.arguments ?? ''),
    });
    this.said += called?.arguments ?? '';
  }

  private called(choice: number): DialectObject[] {
    const calls = [...(this.calls.get(choice)?.values() ?? [])];
    this.calls.delete(choice);
    return calls.map(({ id, name, written }) => ({ functionCall: { id, name, args: argumentsOf(written) } }));
  }
}
