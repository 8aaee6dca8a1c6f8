import type { RestoringText } from '@app/anonymization';
import type { OpenAiObject } from '@app/llm';
import { restoreNames, WRITTEN_FIELDS, type Restoring, type ToolCall } from './restore-answer';
import { RestoringJson } from './restore-json';

interface ChunkChoice {
  index?: number;
  delta?: OpenAiObject | null;
  finish_reason?: string | null;
}

/** Restores a streamed answer chunk by chunk; what was held back comes with a choice's last chunk. */
export class RestoreChunks {
  private readonly texts = new Map<string, RestoringText>();

  constructor(private readonly restoring: Restoring) {}

  async restore(chunk: OpenAiObject): Promise<OpenAiObject> {
    const choices: ChunkChoice[] = [];
    for (const choice of chunk.choices as ChunkChoice[]) choices.push(await this.choice(choice));
    return { ...chunk, choices };
  }

  private async choice(choice: ChunkChoice): Promise<ChunkChoice> {
    const { index = 0 } = choice;
    const delta = { ...choice.delta };
    for (const field of WRITTEN_FIELDS) {
      const text = delta[field];
      if (typeof text === 'string') delta[field] = await this.text(`${index} ${field}`).write(text);
    }
    if (Array.isArray(delta.tool_calls)) {
      const calls: ToolCall[] = [];
      for (const call of delta.tool_calls as ToolCall[]) calls.push(await this.toolCall(index, call));
      delta.tool_calls = calls;
    }
    if (choice.finish_reason) await this.finish(index, delta);
    return { ...choice, delta };
  }

  private async toolCall(choice: number, call: ToolCall): Promise<ToolCall> {
    const named = restoreNames(call, this.restoring);
    const written = named.function?.arguments;
    if (typeof written !== 'string') return named;
    const restored = await this.text(`${choice} call ${call.index ?? 0}`).write(written);
    return { ...named, function: { ...named.function, arguments: restored } };
  }

  private async finish(choice: number, delta: OpenAiObject): Promise<void> {
    for (const field of WRITTEN_FIELDS) {
      const rest = await this.end(`${choice} ${field}`);
      if (rest) delta[field] = `${typeof delta[field] === 'string' ? delta[field] : ''}${rest}`;
    }
    const prefix = `${choice} call `;
    const late: ToolCall[] = [];
    for (const key of [...this.texts.keys()].filter((known) => known.startsWith(prefix))) {
      const rest = await this.end(key);
      if (rest) late.push({ index: Number(key.slice(prefix.length)), function: { arguments: rest } });
    }
    if (late.length > 0) delta.tool_calls = [...((delta.tool_calls ?? []) as ToolCall[]), ...late];
  }

  private text(key: string): RestoringText {
    const known = this.texts.get(key);
    if (known) return known;
    const { restorer, json } = this.restoring;
    const isJson = key.includes(' call ') || (json && key.endsWith(' content'));
    const text = isJson ? new RestoringJson(restorer) : restorer.begin();
    this.texts.set(key, text);
    return text;
  }

  private async end(key: string): Promise<string> {
    const rest = (await this.texts.get(key)?.end()) ?? '';
    this.texts.delete(key);
    return rest;
  }
}
