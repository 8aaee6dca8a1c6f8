import { Injectable } from '@nestjs/common';
import { TableInMemory, type ReplacementStyle } from '@app/anonymization';
import { invalid, type Owner } from '@app/common';
import { KeyRing } from '@app/crypto';
import { estimateUsage, type TokenUsage } from '@app/llm';
import type { CallForm } from '../forms/call-form';
import { CALL_FORMS } from '../forms/call-forms';
import { HideEmbeddings } from '../embeddings/hide-embeddings';
import { HideBody } from '../hide-body';
import { isObject, type JsonObject } from '../json';
import { Thoughts } from '../thoughts';
import { HidingConversations, RestoringConversations, type BatchDialect } from './lines-of-conversations';
import { HidingEmbeddings, ShapingEmbeddings } from './lines-of-embeddings';
import type { GovernedLine, HidingBodies, RestoringBodies, StoredLine } from './lines-of-endpoint';
import {
  BATCH_ENDPOINTS,
  nameOfLine,
  parseAnswer,
  type BatchEndpoint,
  type BatchRequest,
} from './read-batch-line';

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

/** What a model thought in one batch is valid in other batches and in no call: these have the scope of a policy. */
const formOf = (dialect: BatchDialect, keyRing: KeyRing, { organizationId }: Owner): CallForm =>
  CALL_FORMS[dialect](new Thoughts(keyRing, organizationId));

/** Creates what hides the lines of a batch, for each of the endpoints. */
@Injectable()
export class HideLines {
  constructor(
    private readonly hideBody: HideBody,
    private readonly hideEmbeddings: HideEmbeddings,
    private readonly keyRing: KeyRing,
  ) {}

  /** @throws AppError `bad_request` if the endpoint is disabled */
  async begin(
    endpoint: BatchEndpoint,
    model: ModelOfBatch,
    style: ReplacementStyle,
    owner: Owner,
  ): Promise<HidingLines> {
    return new HidingLines(endpoint, model, await this.bodies(endpoint, model, style, owner));
  }

  private async bodies(
    endpoint: BatchEndpoint,
    { contextTokens }: ModelOfBatch,
    style: ReplacementStyle,
    owner: Owner,
  ): Promise<HidingBodies> {
    const dialect = BATCH_ENDPOINTS[endpoint];
    if (dialect === 'embeddings') {
      this.hideEmbeddings.assertEnabled();
      const pseudonyms = await this.hideEmbeddings.pseudonymsOf(owner);
      return new HidingEmbeddings(this.hideEmbeddings, pseudonyms, owner);
    }
    const [form, table] = [formOf(dialect, this.keyRing, owner), new TableInMemory(style)];
    return new HidingConversations(dialect, form, table, contextTokens, this.hideBody, owner);
  }
}

/** Hides the lines of one batch with one table. */
export class HidingLines {
  private readonly ids = new Set<string>();
  /** The largest possible number of tokens of all answers, for budgets. */
  answerTokens = 0;

  constructor(
    private readonly endpoint: BatchEndpoint,
    private readonly model: Pick<ModelOfBatch, 'upstream'>,
    private readonly bodies: HidingBodies,
  ) {}

  /** The number of different values of each kind that were hidden. */
  get counts(): Readonly<Record<string, number>> {
    return this.bodies.counts;
  }

  /** Returns what {@link RestoringLines.read} needs. It contains personal data. */
  writeTable(): Promise<string> {
    return this.bodies.write();
  }

  /**
   * @param number the number of the line, from 1
   * @param governed the policy of the batch
   * @throws AppError `bad_request` that names the field; BlockedByPolicy
   */
  async hide(
    { customId, body: given }: BatchRequest,
    number: number,
    governed: GovernedLine,
    signal: AbortSignal,
  ): Promise<HiddenLine> {
    if (this.ids.has(customId))
      throw invalid(`${nameOfLine(number)}: custom_id`, 'must be unique in the batch');
    this.ids.add(customId);
    const { body, left, hasImages, answerTokens, ...stored } = await this.bodies.hide(
      given,
      governed,
      signal,
    );
    this.answerTokens += answerTokens;
    const line = {
      custom_id: `request-${number}`,
      method: 'POST',
      url: this.endpoint,
      body: { ...body, model: this.model.upstream },
    };
    return { line: JSON.stringify(line), stored: { customId, ...stored }, left, hasImages };
  }
}

/** A line of the provider's output. */
export interface AnsweredLine {
  /** The number of the request in the input, from 1 */
  number: number;
  /** The answer; absent if the provider did not answer the request */
  body?: JsonObject;
}

/** Returns a line of an output for a request without an answer. */
export const unansweredLine = (number: number): string => JSON.stringify({ custom_id: `request-${number}` });

/** Restores the lines of one batch's output. */
export class RestoringLines {
  private constructor(private readonly bodies: RestoringBodies) {}

  /** @param table what {@link HidingLines.writeTable} returned */
  static async read(
    endpoint: BatchEndpoint,
    table: string,
    keyRing: KeyRing,
    owner: Owner,
  ): Promise<RestoringLines> {
    const dialect = BATCH_ENDPOINTS[endpoint];
    if (dialect === 'embeddings') return new RestoringLines(new ShapingEmbeddings());
    const read = await TableInMemory.read(table);
    return new RestoringLines(new RestoringConversations(dialect, formOf(dialect, keyRing, owner), read));
  }

  /** Reads a line of the provider's output. @returns undefined if it answers no request */
  readLine(line: string): AnsweredLine | undefined {
    const answer = parseAnswer(line);
    if (!isObject(answer)) return undefined;
    const [, digits] = ID.exec(String(answer.custom_id)) ?? [];
    if (digits === undefined) return undefined;
    const { response } = answer;
    const body = isObject(response) && response.status_code === 200 ? response.body : undefined;
    const isAnswered = isObject(body) && this.bodies.isAnswer(body);
    return { number: Number(digits), ...(isAnswered && { body }) };
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
    const restored = (await this.bodies.restore(body, stored)) as JsonObject;
    return {
      ...head,
      response: {
        status_code: 200,
        request_id: head.id,
        body: { ...restored, model: stored.given.model },
      },
      error: null,
    };
  }

  /** Returns the usage that the provider reports, or else an estimate. */
  async usageOf(body: JsonObject, { sent }: StoredLine): Promise<TokenUsage> {
    const { text, usage } = this.bodies.readPart(body);
    return (
      usage ??
      estimateUsage(
        sent.map((content) => ({ content })),
        text,
      )
    );
  }
}
