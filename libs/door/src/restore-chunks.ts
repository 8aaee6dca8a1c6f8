import { RestoreStream } from '@app/anonymization';
import type { OpenAiObject } from '@app/llm';
import { WRITTEN_FIELDS, type Sent, type ToolCall } from './restore-answer';

interface ChunkChoice {
  index?: number;
  delta?: OpenAiObject | null;
  finish_reason?: string | null;
}

/** Restores a streamed answer chunk by chunk; what was held back comes with a choice's last chunk. */
export class RestoreChunks {
  private readonly streams = new Map<string, RestoreStream>();

  constructor(private readonly sent: Sent) {}

  restore(chunk: OpenAiObject): OpenAiObject {
    return { ...chunk, choices: (chunk.choices as ChunkChoice[]).map((choice) => this.choice(choice)) };
  }

  private choice(choice: ChunkChoice): ChunkChoice {
    const { index = 0 } = choice;
    const delta = { ...choice.delta };
    for (const field of WRITTEN_FIELDS) {
      const text = delta[field];
      if (typeof text === 'string') delta[field] = this.stream(`${index} ${field}`).write(text);
    }
    if (Array.isArray(delta.tool_calls))
      delta.tool_calls = delta.tool_calls.map((call: ToolCall) => this.toolCall(index, call));
    if (choice.finish_reason) this.finish(index, delta);
    return { ...choice, delta };
  }

  private toolCall(choice: number, call: ToolCall): ToolCall {
    const written = call.function?.arguments;
    if (typeof written !== 'string') return call;
    const restored = this.stream(`${choice} call ${call.index ?? 0}`).write(written);
    return { ...call, function: { ...call.function, arguments: restored } };
  }

  private finish(choice: number, delta: OpenAiObject): void {
    for (const field of WRITTEN_FIELDS) {
      const rest = this.end(`${choice} ${field}`);
      if (rest) delta[field] = `${typeof delta[field] === 'string' ? delta[field] : ''}${rest}`;
    }
    const prefix = `${choice} call `;
    const calls = [...this.streams.keys()].filter((key) => key.startsWith(prefix));
    const rests = calls.map((key) => ({ index: Number(key.slice(prefix.length)), rest: this.end(key) }));
    const late = rests
      .filter(({ rest }) => rest)
      .map(({ index, rest }) => ({ index, function: { arguments: rest } }));
    if (late.length > 0) delta.tool_calls = [...((delta.tool_calls ?? []) as ToolCall[]), ...late];
  }

  private stream(key: string): RestoreStream {
    const known = this.streams.get(key);
    if (known) return known;
    const { table, sent, json } = this.sent;
    const inJson = key.includes(' call ') || (json && key.endsWith(' content'));
    const stream = new RestoreStream(table, sent, { json: inJson });
    this.streams.set(key, stream);
    return stream;
  }

  private end(key: string): string {
    const rest = this.streams.get(key)?.end() ?? '';
    this.streams.delete(key);
    return rest;
  }
}
