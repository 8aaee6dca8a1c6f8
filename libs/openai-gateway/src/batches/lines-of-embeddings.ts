import type { Owner } from '@app/common';
import { isAnswer, type DialectObject } from '@app/llm';
import type { HideEmbeddings } from '../embeddings/hide-embeddings';
import type { Pseudonyms } from '../embeddings/pseudonyms';
import { shapeEmbeddings, usageOfVectors } from '../embeddings/vectors';
import type { JsonObject } from '../json';
import type {
  GovernedLine,
  HiddenLineBody,
  HidingBodies,
  RestoringBodies,
  StoredLine,
} from './lines-of-endpoint';

/** Hides texts to embed with the pseudonyms of their organization. */
export class HidingEmbeddings implements HidingBodies {
  constructor(
    private readonly hideEmbeddings: HideEmbeddings,
    private readonly pseudonyms: Pseudonyms,
    private readonly owner: Owner,
  ) {}

  get counts(): Readonly<Record<string, number>> {
    return this.pseudonyms.counts;
  }

  /** Vectors contain nothing to restore. */
  async write(): Promise<string> {
    return '';
  }

  async hide(
    given: JsonObject,
    { choices: hidden, rules }: GovernedLine,
    signal: AbortSignal,
  ): Promise<HiddenLineBody> {
    const { body, sent, left } = await this.hideEmbeddings.execute(
      this.owner,
      given,
      { hidden, rules },
      this.pseudonyms,
      signal,
    );
    const { model, encoding_format } = given;
    const asked = { model, encoding_format };
    return {
      body,
      sent,
      left,
      hasImages: false,
      answerTokens: 0,
      given: asked,
      identifiers: [],
      json: false,
    };
  }
}

/** Returns vectors in the encoding that the caller asked for. */
export class ShapingEmbeddings implements RestoringBodies {
  isAnswer(body: DialectObject): boolean {
    return isAnswer('embeddings', body);
  }

  readPart(body: DialectObject) {
    return { text: '', ...usageOfVectors(body) };
  }

  async restore(body: DialectObject, { given }: StoredLine): Promise<DialectObject> {
    return shapeEmbeddings(body, given.encoding_format);
  }
}
