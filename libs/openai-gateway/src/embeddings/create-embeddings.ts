import { Injectable } from '@nestjs/common';
import { BASIC_TYPES } from '@app/anonymization';
import type { Caller } from '@app/common';
import { LanguageModel, type DialectObject } from '@app/llm';
import { AcceptCall, protectionOf } from '@app/policy';
import { PrivateModel, type RestoringParts } from '@app/private-model';
import type { GatewayInput } from '../hide-body';
import { HideEmbeddings } from './hide-embeddings';
import { shapeEmbeddings, usageOfVectors } from './vectors';

type EmbeddingsInput = Pick<GatewayInput, 'body' | 'onDropped' | 'onProtection'>;

/**
 * Creates vectors of texts in which pseudonyms replace the personal values. The organization decides which kinds are
 * hidden, not the request: a value that is hidden in one text and not in another could not be found.
 */
@Injectable()
export class CreateEmbeddings {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly hideEmbeddings: HideEmbeddings,
    private readonly model: LanguageModel,
    private readonly privateModel: PrivateModel,
  ) {}

  /**
   * @returns OpenAI's answer
   * @throws AppError `bad_request` if embeddings are disabled, or if a text contains what the policy blocks
   */
  async execute(owner: Caller, input: EmbeddingsInput, signal: AbortSignal): Promise<DialectObject> {
    this.hideEmbeddings.assertEnabled();
    let whole: DialectObject = {};
    for await (const answer of this.answers(owner, input, signal)) whole = answer;
    return whole;
  }

  private async *answers(
    owner: Caller,
    { body: given, onDropped, onProtection }: EmbeddingsInput,
    signal: AbortSignal,
  ): AsyncGenerator<DialectObject, void, void> {
    const accepted = await this.acceptCall.execute(owner, { model: given.model, choices: BASIC_TYPES });
    const pseudonyms = await this.hideEmbeddings.pseudonymsOf(owner);
    const hidden = await this.hideEmbeddings.execute(owner, given, accepted, pseudonyms, signal);
    const { body, sent, left, dropped } = hidden;
    onDropped(dropped);
    const protection = protectionOf(accepted.rules, accepted.hidden, left);
    onProtection?.(protection.level);
    const { model } = this;
    const answer = yield* this.privateModel.ask(
      {
        owner,
        model: String(body.model),
        protection,
        answerTokens: 0,
        table: pseudonyms.table,
        sent,
        ask: async function* (signal, onLost) {
          yield await model.embed(body, signal, onLost);
        },
        read: (part: DialectObject) => ({ text: '', ...usageOfVectors(part) }),
        restoring: () => shaping(given.encoding_format),
      },
      signal,
    );
    await this.privateModel.count(answer.call);
  }
}

/** Vectors contain nothing to restore. */
const shaping = (encoding: unknown): RestoringParts<DialectObject, DialectObject> => ({
  write: async (answer) => [shapeEmbeddings(answer, encoding)],
  end: async () => [],
});
