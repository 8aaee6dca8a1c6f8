import type { DialectObject } from '@app/llm';
import type { RestoringParts } from '@app/private-model';
import { RestoringTexts } from '../responses/restoring-texts';
import type { Restoring } from '../restore-answer';
import type { Thoughts } from '../thoughts';

/** Fields of a message with the server's own numbers and words. */
const OF_SERVERS = ['id', 'type', 'role', 'model', 'stop_reason', 'stop_sequence', 'usage'];

interface Block {
  /** Its place in the message that is handed out. */
  index: number;
  type: string;
  /** What the model thought so far, as it wrote it. */
  thought: string;
}

/**
 * Restores an Anthropic message, whole or event by event. Thoughts are handed out as the model wrote them, with replacements,
 * and signed. Blocks of kinds that were not asked for are left out.
 */
export class RestoringMessage implements RestoringParts<DialectObject, DialectObject> {
  private readonly texts: RestoringTexts;
  /** The open blocks, by their index at the provider. */
  private readonly blocks = new Map<number, Block>();
  private count = 0;

  constructor(
    private readonly restoring: Restoring,
    private readonly thoughts: Thoughts,
  ) {
    this.texts = new RestoringTexts(restoring.restorer);
  }

  async write(part: DialectObject): Promise<DialectObject[]> {
    if (part.type === 'message') return [await this.message(part)];
    const at = Number(part.index ?? 0);
    switch (part.type) {
      case 'message_start':
        return [{ type: part.type, message: { ...known(part.message as DialectObject), content: [] } }];
      case 'content_block_start':
        return this.begin(at, part.content_block as DialectObject);
      case 'content_block_delta':
        return this.delta(at, part.delta as DialectObject);
      case 'content_block_stop':
        return this.stop(at);
      case 'message_delta': {
        const { stop_reason = null, stop_sequence: stop } = part.delta as DialectObject;
        const delta = { stop_reason, stop_sequence: await this.stopSequence(stop) };
        return [...(await this.stopAll()), { type: part.type, delta, usage: part.usage }];
      }
      case 'message_stop':
        return [{ type: part.type }];
      default:
        return [];
    }
  }

  async end(): Promise<DialectObject[]> {
    return [];
  }

  private async message(message: DialectObject): Promise<DialectObject> {
    const content: DialectObject[] = [];
    for (const [at, block] of (message.content as DialectObject[]).entries()) {
      const restored = await this.whole(block, String(at));
      if (restored) content.push(restored);
    }
    const { stop_sequence: stop } = message;
    return { ...known(message), content, stop_sequence: await this.stopSequence(stop) };
  }

  /** Returns the text of the caller at which the model stopped. */
  private async stopSequence(stop: unknown): Promise<string | null> {
    return typeof stop === 'string' ? this.texts.whole('stop_sequence', stop, false) : null;
  }

  /** Ends the blocks that the provider left open. */
  private async stopAll(): Promise<DialectObject[]> {
    const events: DialectObject[] = [];
    for (const at of this.blocks.keys()) events.push(...(await this.stop(at)));
    return events;
  }

  private async whole(block: DialectObject, key: string): Promise<DialectObject | undefined> {
    const { type } = block;
    if (type === 'text')
      return { type, text: await this.texts.whole(key, String(block.text), this.restoring.json) };
    if (type === 'tool_use') {
      const input = await this.texts.whole(key, JSON.stringify(block.input ?? {}), true);
      return { ...this.named(block), input: JSON.parse(input) as unknown };
    }
    return this.signed(block);
  }

  /** Returns a thought that the caller may send back; undefined for a block of another kind. */
  private signed({ type, thinking, signature, data }: DialectObject): DialectObject | undefined {
    if (type === 'thinking')
      return { type, thinking, signature: this.thoughts.sign(String(thinking), String(signature ?? '')) };
    return type === 'redacted_thinking' ? { type, data: this.thoughts.sign('', String(data)) } : undefined;
  }

  private async begin(at: number, block: DialectObject): Promise<DialectObject[]> {
    const type = String(block.type);
    const begun = this.begun(block);
    if (!begun) return [];
    const index = this.count;
    this.count += 1;
    this.blocks.set(at, { type, index, thought: '' });
    return [
      { type: 'content_block_start', index, content_block: begun },
      ...(await this.firstDelta(at, block)),
    ];
  }

  /** Returns what a block contains at its beginning as a delta: some servers send it whole. */
  private async firstDelta(at: number, { type, text, input }: DialectObject): Promise<DialectObject[]> {
    if (type === 'text' && typeof text === 'string' && text !== '')
      return this.delta(at, { type: 'text_delta', text });
    const written = type === 'tool_use' ? JSON.stringify(input ?? {}) : '{}';
    return written === '{}' ? [] : this.delta(at, { type: 'input_json_delta', partial_json: written });
  }

  private begun(block: DialectObject): DialectObject | undefined {
    switch (block.type) {
      case 'text':
        return { type: 'text', text: '' };
      case 'tool_use':
        return { ...this.named(block), input: {} };
      case 'thinking':
        return { type: 'thinking', thinking: '', signature: '' };
      default:
        return this.signed(block);
    }
  }

  private async delta(at: number, delta: DialectObject): Promise<DialectObject[]> {
    const block = this.blocks.get(at);
    if (!block) return [];
    const { index } = block;
    switch (delta.type) {
      case 'text_delta':
        return textDelta(index, await this.texts.write(String(at), String(delta.text), this.restoring.json));
      case 'input_json_delta':
        return jsonDelta(index, await this.texts.write(String(at), String(delta.partial_json), true));
      case 'thinking_delta':
        block.thought += String(delta.thinking);
        return [deltaOf(index, { type: delta.type, thinking: delta.thinking })];
      case 'signature_delta':
        return [
          deltaOf(index, {
            type: delta.type,
            signature: this.thoughts.sign(block.thought, String(delta.signature)),
          }),
        ];
      default:
        return [];
    }
  }

  private async stop(at: number): Promise<DialectObject[]> {
    const block = this.blocks.get(at);
    if (!block) return [];
    this.blocks.delete(at);
    const { index, type } = block;
    const isJson = type === 'tool_use';
    const rest =
      type === 'text' || isJson ? await this.texts.end(String(at), '', isJson || this.restoring.json) : '';
    return [
      ...(isJson ? jsonDelta(index, rest) : textDelta(index, rest)),
      { type: 'content_block_stop', index },
    ];
  }

  /** Replaces the sent identifiers of a call by the caller's. */
  private named({ type, id, name }: DialectObject): DialectObject {
    const own = (sent: unknown): unknown => this.restoring.identifiers.get(String(sent)) ?? sent;
    return { type, id: own(id), name: own(name) };
  }
}

const known = (message: DialectObject): DialectObject =>
  Object.fromEntries(OF_SERVERS.filter((field) => field in message).map((field) => [field, message[field]]));

const deltaOf = (index: number, delta: DialectObject): DialectObject => ({
  type: 'content_block_delta',
  index,
  delta,
});
const textDelta = (index: number, text: string): DialectObject[] =>
  text === '' ? [] : [deltaOf(index, { type: 'text_delta', text })];
const jsonDelta = (index: number, json: string): DialectObject[] =>
  json === '' ? [] : [deltaOf(index, { type: 'input_json_delta', partial_json: json })];

/** Returns everything that the model wrote, for counting: the pieces of a stream, or the whole message. */
export function writtenInMessage(part: DialectObject): string {
  const blocks = (part.type === 'message' ? part.content : [part.delta ?? {}]) as DialectObject[];
  return blocks
    .flatMap(({ text, thinking, partial_json: json, input }) => [
      text,
      thinking,
      json,
      input === undefined ? undefined : JSON.stringify(input),
    ])
    .filter((text) => typeof text === 'string')
    .join('');
}
