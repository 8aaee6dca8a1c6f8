import { Restorer, TableInMemory } from '@app/anonymization';
import type { Owner } from '@app/common';
import { isAnswer, type BatchAnswer, type DialectObject } from '@app/llm';
import type { CallForm } from '../forms/call-form';
import type { HideBody } from '../hide-body';
import type { JsonObject } from '../json';
import { largestAnswer } from '../largest-answer';
import type {
  GovernedLine,
  HiddenLineBody,
  HidingBodies,
  RestoringBodies,
  StoredLine,
} from './lines-of-endpoint';

/** The dialects of batches. */
export type BatchDialect = Exclude<BatchAnswer, 'embeddings'>;

/** A response repeats fields of its request. */
const dependedOn = (dialect: BatchDialect, given: JsonObject): JsonObject =>
  dialect === 'responses' ? given : { model: given.model };

/** Hides chat completions or responses. */
export class HidingConversations implements HidingBodies {
  /** @param contextTokens the limit of a call */
  constructor(
    private readonly dialect: BatchDialect,
    private readonly form: CallForm,
    private readonly table: TableInMemory,
    private readonly contextTokens: number,
    private readonly hideBody: HideBody,
    private readonly owner: Owner,
  ) {}

  get counts(): Readonly<Record<string, number>> {
    return this.table.counts;
  }

  write(): Promise<string> {
    return this.table.write();
  }

  async hide(given: JsonObject, governed: GovernedLine, signal: AbortSignal): Promise<HiddenLineBody> {
    const input = { ...governed, body: given, table: this.table };
    const hidden = await this.hideBody.execute(this.owner, input, signal, this.form.body);
    const { body, sent, identifiers, json, left, hasImages } = hidden;
    const { tokens, answers } = this.form.bounds(body);
    return {
      body,
      left,
      hasImages,
      answerTokens: largestAnswer(tokens, answers, this.contextTokens),
      given: dependedOn(this.dialect, given),
      sent,
      identifiers: [...identifiers],
      json,
    };
  }
}

/** Restores chat completions or responses. */
export class RestoringConversations implements RestoringBodies {
  constructor(
    private readonly dialect: BatchDialect,
    private readonly form: CallForm,
    private readonly table: TableInMemory,
  ) {}

  isAnswer(body: DialectObject): boolean {
    return isAnswer(this.dialect, body);
  }

  readPart(body: DialectObject) {
    return this.form.readPart(body);
  }

  async restore(body: DialectObject, { given, sent, identifiers, json }: StoredLine): Promise<DialectObject> {
    const restorer = await Restorer.prepare(await this.table.partFor(sent), sent);
    const restoring = this.form.restoring({ restorer, json, identifiers: new Map(identifiers) }, given);
    const [whole] = [...(await restoring.write(body)), ...(await restoring.end())];
    return whole!;
  }
}
