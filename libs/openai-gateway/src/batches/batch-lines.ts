import { Restorer, type EntityTable } from '@app/anonymization';
import { invalid, type Owner } from '@app/common';
import type { KeyRing } from '@app/crypto';
import { estimateUsage, type DialectObject, type TokenUsage } from '@app/llm';
import type { CallForm } from '../forms/call-form';
import { CALL_FORMS } from '../forms/call-forms';
import type { GovernedInput, HideBody } from '../hide-body';
import { isObject, type JsonObject } from '../json';
import { largestAnswer } from '../largest-answer';
import { Thoughts } from '../thoughts';
import {
  BATCH_ENDPOINTS,
  nameOfLine,
  parseLine,
  type BatchEndpoint,
  type BatchRequest,
} from './read-batch-line';

/** What is stored of a line to restore its answer. It contains personal data. */
export interface StoredLine {
  customId: string;
  /** The fields of the caller's body that its answer depends on */
  given: JsonObject;
  /** Every text and identifier that is sent */
  sent: readonly string[];
  identifiers: readonly (readonly [string, string])[];
  json: boolean;
}

export interface HiddenLine {
  /** What the provider receives */
  line: string;
  stored: StoredLine;
  /** The number of detected values that are sent unchanged */
  left: number;
  hasImages: boolean;
}

/** The model of a batch. */
export interface ModelOfBatch {
  /** The provider's own name of it */
  upstream: string;
  /** The limit of a call in tokens */
  contextTokens: number;
}

const ID = /^request-([1-9]\d{0,6})$/;

/** Chat completions and responses have no signed thoughts. */
const formOf = (endpoint: BatchEndpoint, keyRing: KeyRing, { organizationId }: Owner): CallForm =>
  CALL_FORMS[BATCH_ENDPOINTS[endpoint]](new Thoughts(keyRing, organizationId));

/** Hides the lines of one batch with one entity table. */
export class HidingLines {
  private readonly form: CallForm;
  private readonly ids = new Set<string>();
  /** The largest possible number of tokens of all answers, for budgets. */
  answerTokens = 0;

  constructor(
    private readonly endpoint: BatchEndpoint,
    private readonly table: EntityTable,
    private readonly model: ModelOfBatch,
    private readonly hideBody: HideBody,
    keyRing: KeyRing,
    private readonly owner: Owner,
  ) {
    this.form = formOf(endpoint, keyRing, owner);
  }

  /**
   * @param number the number of the line, from 1
   * @param governed the policy of the batch
   * @throws AppError `bad_request` that names the field; BlockedByPolicy
   */
  async hide(
    { customId, body: given }: BatchRequest,
    number: number,
    governed: Omit<GovernedInput, 'body' | 'table'>,
    signal: AbortSignal,
  ): Promise<HiddenLine> {
    if (this.ids.has(customId))
      throw invalid(`${nameOfLine(number)}: custom_id`, 'must be unique in the batch');
    this.ids.add(customId);
    const input = { ...governed, body: given, table: this.table };
    const hidden = await this.hideBody.execute(this.owner, input, signal, this.form.body);
    const { body, sent, identifiers, json, left, hasImages } = hidden;
    const { tokens, answers } = this.form.bounds(body);
    this.answerTokens += largestAnswer(tokens, answers, this.model.contextTokens);
    const line = {
      custom_id: `request-${number}`,
      method: 'POST',
      url: this.endpoint,
      body: { ...body, model: this.model.upstream },
    };
    // A response repeats fields of its request.
    const dependedOn = this.endpoint === '/v1/responses' ? given : { model: given.model };
    return {
      line: JSON.stringify(line),
      stored: { customId, given: dependedOn, sent, identifiers: [...identifiers], json },
      left,
      hasImages,
    };
  }
}

/** A line of the provider's output. */
export interface AnsweredLine {
  /** The number of the request in the input, from 1 */
  number: number;
  /** The answer; absent if the provider did not answer the request */
  body?: JsonObject;
}

/** Reads a line of the provider's output. @returns undefined if it answers no request */
export function readAnsweredLine(line: string): AnsweredLine | undefined {
  const answer = parseLine(line);
  if (!isObject(answer)) return undefined;
  const [, digits] = ID.exec(String(answer.custom_id)) ?? [];
  if (digits === undefined) return undefined;
  const { response } = answer;
  const isAnswered = isObject(response) && response.status_code === 200 && isObject(response.body);
  return { number: Number(digits), ...(isAnswered && { body: response.body as JsonObject }) };
}

/** Restores the lines of one batch's output. */
export class RestoringLines {
  private readonly form: CallForm;

  constructor(
    endpoint: BatchEndpoint,
    private readonly table: EntityTable,
    keyRing: KeyRing,
    owner: Owner,
  ) {
    this.form = formOf(endpoint, keyRing, owner);
  }

  /**
   * Returns a line as the caller receives it. A failure has this service's own message, because the provider may quote what
   * it was sent.
   */
  async restore({ number, body }: AnsweredLine, stored: StoredLine): Promise<JsonObject> {
    const head = { id: `batch_req_${number}`, custom_id: stored.customId };
    if (!body)
      return {
        ...head,
        response: null,
        error: { code: 'provider_failed', message: 'The model did not answer this request' },
      };
    const restored = { ...(await this.restoreBody(body, stored)), model: stored.given.model };
    return {
      ...head,
      response: { status_code: 200, request_id: head.id, body: restored },
      error: null,
    };
  }

  /** Returns the usage that the provider reports, or else an estimate. */
  async usageOf(body: JsonObject, { sent }: StoredLine): Promise<TokenUsage> {
    const { text, usage } = this.form.readPart(body);
    return (
      usage ??
      estimateUsage(
        sent.map((content) => ({ content })),
        text,
      )
    );
  }

  private async restoreBody(body: JsonObject, stored: StoredLine): Promise<JsonObject> {
    const restorer = await Restorer.prepare(this.table, stored.sent);
    const { json } = stored;
    const restoring = this.form.restoring(
      { restorer, json, identifiers: new Map(stored.identifiers) },
      stored.given,
    );
    const [whole] = [...(await restoring.write(body as DialectObject)), ...(await restoring.end())];
    return whole as JsonObject;
  }
}
