import type { DialectObject } from '@app/llm';
import type { Restoring } from '../restore-answer';
import type { Thoughts } from '../thoughts';
import type { RestoringTexts } from './restoring-texts';

/** The field of each type of part that contains the model's text. */
const PART_TEXTS: Readonly<Record<string, string>> = {
  output_text: 'text',
  reasoning_text: 'text',
  summary_text: 'text',
  refusal: 'refusal',
};

/** The fields with identifiers of a call. */
const NAMES = ['name', 'namespace', 'call_id'] as const;

/** Returns the key under which a part is restored, whole or in pieces. */
export const partKey = (type: string, item: number, part: number): string => `${type} ${item} ${part}`;
export const argumentsKey = (item: number): string => `arguments ${item}`;
export const inputKey = (item: number): string => `input ${item}`;

/** Returns whether the parts of a type are JSON in this answer. */
export const isJsonPart = (type: string, { json }: Pick<Restoring, 'json'>): boolean =>
  json && type === 'output_text';

/** Restores the items of a response. Items of kinds that were not asked for become empty. */
export class RestoringItems {
  constructor(
    private readonly restoring: Restoring,
    private readonly texts: RestoringTexts,
    private readonly thoughts: Thoughts,
  ) {}

  /** @param at the position of the item in the output */
  async item(item: DialectObject, at: number): Promise<DialectObject> {
    switch (item.type) {
      case 'message':
        return { ...item, content: await this.parts(item.content, at) };
      case 'reasoning': {
        const { content, summary } = item;
        return {
          ...this.signed(item),
          summary: await this.parts(summary, at),
          ...(Array.isArray(content) && { content: await this.parts(content, at) }),
        };
      }
      case 'function_call':
        return {
          ...this.named(item),
          arguments: await this.texts.whole(argumentsKey(at), String(item.arguments ?? ''), true),
        };
      case 'custom_tool_call':
        return {
          ...this.named(item),
          input: await this.texts.whole(inputKey(at), String(item.input ?? ''), false),
        };
      case 'tool_search_call': {
        const written = JSON.stringify(item.arguments ?? {});
        const restored = await this.texts.whole(argumentsKey(at), written, true);
        return { ...this.named(item), arguments: JSON.parse(restored) as unknown };
      }
      default:
        return { type: item.type, ...(typeof item.id === 'string' && { id: item.id }) };
    }
  }

  /** Returns an item at its beginning, without texts: they follow in pieces. */
  begun(item: DialectObject): DialectObject {
    switch (item.type) {
      case 'message':
        return { ...item, content: [] };
      case 'reasoning':
        return { ...this.signed(item), summary: [], ...('content' in item && { content: [] }) };
      case 'function_call':
        return { ...this.named(item), arguments: '' };
      case 'custom_tool_call':
        return { ...this.named(item), input: '' };
      case 'tool_search_call':
        return { ...this.named(item), arguments: {} };
      default:
        return { type: item.type, ...(typeof item.id === 'string' && { id: item.id }) };
    }
  }

  /** Signs what the provider encrypted, which comes back with the next call and is not searched then. */
  private signed(item: DialectObject): DialectObject {
    const { encrypted_content: sealed } = item;
    return typeof sealed === 'string' ? { ...item, encrypted_content: this.thoughts.sign('', sealed) } : item;
  }

  async part(part: DialectObject, item: number, at: number): Promise<DialectObject> {
    const type = String(part.type);
    const field = PART_TEXTS[type];
    if (field === undefined) return { type };
    const key = partKey(type, item, at);
    const text = await this.texts.whole(key, String(part[field] ?? ''), isJsonPart(type, this.restoring));
    return partOf(type, field, text);
  }

  /** Returns a part at its beginning, without its text. */
  emptyPart({ type }: DialectObject): DialectObject {
    const field = PART_TEXTS[String(type)];
    return field === undefined ? { type } : partOf(String(type), field, '');
  }

  /** Replaces the sent identifiers by the caller's. */
  named(item: DialectObject): DialectObject {
    const own = (sent: unknown): unknown => this.restoring.identifiers.get(String(sent)) ?? sent;
    const names = NAMES.filter((field) => item[field] !== undefined && item[field] !== null);
    return { ...item, ...Object.fromEntries(names.map((field) => [field, own(item[field])])) };
  }

  /** Restores the parts of an item. What is no object is left out. */
  private async parts(parts: unknown, item: number): Promise<DialectObject[]> {
    const restored: DialectObject[] = [];
    for (const [at, part] of (Array.isArray(parts) ? (parts as unknown[]) : []).entries())
      if (typeof part === 'object' && part !== null)
        restored.push(await this.part(part as DialectObject, item, at));
    return restored;
  }
}

/** Returns a part without annotations and probabilities: they refer to positions in the hidden text. */
const partOf = (type: string, field: string, text: string): DialectObject => ({
  type,
  [field]: text,
  ...(type === 'output_text' && { annotations: [], logprobs: [] }),
});
