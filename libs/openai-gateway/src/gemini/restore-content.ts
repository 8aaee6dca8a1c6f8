import type { DialectObject } from '@app/llm';
import type { RestoringParts } from '@app/private-model';
import type { Thoughts } from '../thoughts';
import type { Restoring } from '../restore-answer';
import { RestoringTexts } from '../responses/restoring-texts';

/** Fields of an answer with the server's own numbers and words. */
const OF_SERVERS = ['usageMetadata', 'modelVersion', 'responseId', 'createTime'];

/**
 * Restores Gemini's answer, whole or chunk by chunk. Thoughts are handed out as the model wrote them, with replacements, and their
 * signatures are signed. Parts of kinds that were not asked for, citations and grounding are left out.
 */
export class RestoringContent implements RestoringParts<DialectObject, DialectObject> {
  private readonly texts: RestoringTexts;
  /** The text that is being written, by candidate. */
  private readonly open = new Map<number, string>();
  private count = 0;

  constructor(
    private readonly restoring: Restoring,
    private readonly thoughts: Thoughts,
  ) {
    this.texts = new RestoringTexts(restoring.restorer);
  }

  async write(chunk: DialectObject): Promise<DialectObject[]> {
    const candidates: DialectObject[] = [];
    for (const [at, candidate] of ((chunk.candidates ?? []) as DialectObject[]).entries())
      candidates.push(await this.candidate(candidate, Number(candidate.index ?? at)));
    const own = OF_SERVERS.filter((field) => field in chunk).map((field) => [field, chunk[field]]);
    return [{ candidates, ...Object.fromEntries(own) }];
  }

  /** Returns the rest of candidates that the provider did not finish. */
  async end(): Promise<DialectObject[]> {
    const candidates: DialectObject[] = [];
    for (const index of this.open.keys()) {
      const parts = await this.flush(index);
      if (parts.length > 0) candidates.push({ content: { role: 'model', parts }, index });
    }
    return candidates.length === 0 ? [] : [{ candidates }];
  }

  private async candidate(candidate: DialectObject, index: number): Promise<DialectObject> {
    const { content, finishReason } = candidate;
    const parts: DialectObject[] = [];
    for (const part of ((content as DialectObject | undefined)?.parts ?? []) as DialectObject[])
      parts.push(...(await this.part(part, index)));
    if (finishReason) parts.push(...(await this.flush(index)));
    return {
      content: { role: 'model', parts: joined(parts) },
      index,
      ...(finishReason !== undefined && { finishReason }),
    };
  }

  private async part(part: DialectObject, index: number): Promise<DialectObject[]> {
    const { text, thought, functionCall: call } = part;
    const signed = this.signed(part);
    if (thought === true) return typeof text === 'string' ? [{ text, thought, ...signed }] : [];
    if (typeof text === 'string') {
      const shown = await this.texts.write(this.key(index), text, this.restoring.json);
      return shown === '' && !('thoughtSignature' in signed) ? [] : [{ text: shown, ...signed }];
    }
    if (typeof call !== 'object' || call === null) return [];
    const before = await this.flush(index);
    const args = await this.texts.whole(
      this.next(),
      JSON.stringify((call as DialectObject).args ?? {}),
      true,
    );
    return [
      ...before,
      {
        functionCall: { ...this.named(call as DialectObject), args: JSON.parse(args) as unknown },
        ...signed,
      },
    ];
  }

  private signed({ thoughtSignature: signature }: DialectObject): DialectObject {
    return signature === undefined ? {} : { thoughtSignature: this.thoughts.sign('', String(signature)) };
  }

  /** Replaces the sent identifiers of a call by the caller's. */
  private named({ id, name }: DialectObject): DialectObject {
    const own = (sent: unknown): unknown => this.restoring.identifiers.get(String(sent)) ?? sent;
    return { ...(id !== undefined && { id: own(id) }), name: own(name) };
  }

  private async flush(index: number): Promise<DialectObject[]> {
    const key = this.open.get(index);
    if (key === undefined) return [];
    this.open.delete(index);
    const rest = await this.texts.end(key, '', this.restoring.json);
    return rest === '' ? [] : [{ text: rest }];
  }

  private key(index: number): string {
    const key = this.open.get(index) ?? this.next();
    this.open.set(index, key);
    return key;
  }

  private next(): string {
    this.count += 1;
    return String(this.count);
  }
}

/** Joins texts after each other: text that was held back belongs to the text before. */
function joined(parts: readonly DialectObject[]): DialectObject[] {
  const all: DialectObject[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && isPlain(last) && isPlain(part)) last.text = `${String(last.text)}${String(part.text)}`;
    else all.push({ ...part });
  }
  return all;
}

const isPlain = (part: DialectObject): boolean => 'text' in part && Object.keys(part).length === 1;

/** Returns everything that the model wrote, for counting. */
export const writtenInContent = ({ candidates }: DialectObject): string =>
  ((candidates ?? []) as DialectObject[])
    .flatMap(({ content }) => ((content as DialectObject | undefined)?.parts ?? []) as DialectObject[])
    .map(({ text, functionCall: call }) =>
      typeof text === 'string' ? text : call ? JSON.stringify((call as DialectObject).args ?? {}) : '',
    )
    .join('');
