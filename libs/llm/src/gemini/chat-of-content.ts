import { z } from 'zod';
import { newId } from '@app/common';
import { isRecord } from '../openai-format';
import type { DialectObject, TokenUsage } from '../language-model';
import type { ToChunks } from '../own-dialect-model';
import { tokenCount } from '../token-count';

const REASONS: Readonly<Record<string, string>> = { STOP: 'stop', MAX_TOKENS: 'length' };

const usage = z.object({
  promptTokenCount: tokenCount.optional(),
  candidatesTokenCount: tokenCount.optional(),
  thoughtsTokenCount: tokenCount.optional(),
});

/** Returns the usage of an answer or chunk of Gemini. Thoughts count as part of the answer. */
export function readContentUsage({ usageMetadata }: DialectObject): TokenUsage | undefined {
  const { success, data } = usage.safeParse(usageMetadata);
  if (!success || data.promptTokenCount === undefined) return undefined;
  const completionTokens = (data.candidatesTokenCount ?? 0) + (data.thoughtsTokenCount ?? 0);
  return { promptTokens: data.promptTokenCount, completionTokens, source: 'provider' };
}

/** Converts Gemini's chunks into chunks of a chat completion. A whole answer is one chunk. */
export class ChatOfContent implements ToChunks {
  /** The number of calls so far, by candidate. */
  private readonly calls = new Map<number, number>();

  write(chunk: DialectObject): [DialectObject] {
    const found = readContentUsage(chunk);
    const converted = {
      id: chunk.responseId,
      model: chunk.modelVersion,
      choices: ((chunk.candidates ?? []) as DialectObject[]).map((candidate) => this.choice(candidate)),
      ...(found && {
        usage: {
          prompt_tokens: found.promptTokens,
          completion_tokens: found.completionTokens,
          total_tokens: found.promptTokens + found.completionTokens,
        },
      }),
    };
    return [converted];
  }

  private choice({ index: at, content, finishReason }: DialectObject): DialectObject {
    const index = Number(at ?? 0);
    const parts = (isRecord(content) ? (content.parts ?? []) : []) as DialectObject[];
    const texts = (isThought: boolean): string =>
      parts
        .filter(({ text, thought }) => typeof text === 'string' && (thought === true) === isThought)
        .map(({ text }) => String(text))
        .join('');
    const calls = parts
      .flatMap(({ functionCall: call }) => (isRecord(call) ? [call] : []))
      .map(({ id, name, args }) => {
        const place = this.calls.get(index) ?? 0;
        this.calls.set(index, place + 1);
        return {
          index: place,
          id: id ?? `call_${newId()}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(args ?? {}) },
        };
      });
    const [said, thought] = [texts(false), texts(true)];
    return {
      index,
      delta: {
        ...(said !== '' && { content: said }),
        ...(thought !== '' && { reasoning_content: thought }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      finish_reason:
        typeof finishReason === 'string'
          ? this.calls.has(index)
            ? 'tool_calls'
            : (REASONS[finishReason] ?? 'content_filter')
          : null,
    };
  }
}
