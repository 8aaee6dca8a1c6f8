import { readMessageUsage, type DialectObject, type TokenUsage } from '@app/llm';

/** Collects the usage. An event at the beginning contains one part of it, and one at the end the other. */
export class UsageOfEvents {
  private promptTokens = 0;

  read(part: DialectObject): TokenUsage | undefined {
    const isStart = part.type === 'message_start';
    const { usage } = isStart ? (part.message as DialectObject) : part;
    const read = readMessageUsage(usage);
    this.promptTokens = read.promptTokens ?? this.promptTokens;
    // The count at the beginning is no count of the answer: if the answer is cut short, it is estimated.
    if (usage === undefined || isStart) return undefined;
    return {
      promptTokens: this.promptTokens,
      completionTokens: read.completionTokens ?? 0,
      source: 'provider',
    };
  }
}
