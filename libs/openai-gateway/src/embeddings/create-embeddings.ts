import { Inject, Injectable } from '@nestjs/common';
import { BASIC_TYPES, EntityTable, type Language } from '@app/anonymization';
import { AppError, type Caller } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { OrganizationKeys } from '@app/data-keys';
import { LanguageModel, tokenCount, type DialectObject, type TokenUsage } from '@app/llm';
import { AcceptCall, protectionOf, type AcceptedCall } from '@app/policy';
import { HideTexts } from '@app/hiding';
import { PrivateModel, type RestoringParts } from '@app/private-model';
import type { GatewayInput } from '../hide-body';
import type { JsonObject } from '../json';
import { Pseudonyms } from './pseudonyms';
import { readEmbeddingsBody } from './read-embeddings';
import { shapeEmbeddings } from './vectors';

/** One language for all texts, so that a value is detected the same way and gets one pseudonym in every context. */
const LANGUAGE: Language = { code: 'en', regions: ['US', 'GB', 'DE', 'AT', 'CH'] };

/** Purpose of the organization's key. Another would give other pseudonyms, and embedded texts would not be found. */
const PSEUDONYMS = 'embeddings.pseudonyms';

type EmbeddingsInput = Pick<GatewayInput, 'body' | 'onDropped' | 'onProtection'>;

interface HiddenInput {
  body: JsonObject;
  pseudonyms: Pseudonyms;
  sent: string[];
  left: number;
}

/**
 * Creates vectors of texts in which pseudonyms replace the personal values. The organization decides which kinds are
 * hidden, not the request: a value that is hidden in one text and not in another could not be found.
 */
@Injectable()
export class CreateEmbeddings {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: Pick<LlmConfig, 'embeddings'>,
    private readonly acceptCall: AcceptCall,
    private readonly hideTexts: HideTexts,
    private readonly keys: OrganizationKeys,
    private readonly keyRing: KeyRing,
    private readonly model: LanguageModel,
    private readonly privateModel: PrivateModel,
  ) {}

  /**
   * @returns OpenAI's answer
   * @throws AppError `bad_request` if embeddings are disabled, or if a text contains what the policy blocks
   */
  async execute(owner: Caller, input: EmbeddingsInput, signal: AbortSignal): Promise<DialectObject> {
    if (this.config.embeddings !== 'pseudonyms') throw new AppError('bad_request', OFF);
    let whole: DialectObject = {};
    for await (const answer of this.answers(owner, input, signal)) whole = answer;
    return whole;
  }

  private async *answers(
    owner: Caller,
    input: EmbeddingsInput,
    signal: AbortSignal,
  ): AsyncGenerator<DialectObject, void, void> {
    const asked = { model: input.body.model, choices: BASIC_TYPES };
    const accepted = await this.acceptCall.execute(owner, asked);
    const { body, pseudonyms, sent, left } = await this.hide(owner, input, accepted, signal);
    const protection = protectionOf(accepted.rules, accepted.hidden, left);
    input.onProtection?.(protection.level);
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
        read: (part: DialectObject) => ({ text: '', ...usageOf(part) }),
        restoring: () => shaping(input.body.encoding_format),
      },
      signal,
    );
    await this.privateModel.count(answer.call);
  }

  private async hide(
    owner: Caller,
    { body: given, onDropped }: EmbeddingsInput,
    { hidden: choices, rules }: AcceptedCall,
    signal: AbortSignal,
  ): Promise<HiddenInput> {
    const hash = (value: string): string =>
      this.keyRing.hash('door-user', `${owner.organizationId} ${value}`);
    const { body, places, dropped } = readEmbeddingsBody(given, hash);
    const texts = places.all.map(({ text, field }) => ({ text, ...(field !== undefined && { field }) }));
    const searched = await this.hideTexts.search(
      texts,
      { choices, language: LANGUAGE, rules, owner },
      signal,
    );
    const found = await searched.hideBehind(EntityTable.create('placeholders'));
    const pseudonyms = new Pseudonyms(await this.keys.keyOf(owner.organizationId, PSEUDONYMS));
    const sent = places.all.map((place, i) => {
      const text = pseudonyms.write(place.text, found[i]!);
      place.put({ ...found[i]!, text });
      return text;
    });
    onDropped(dropped);
    return { body, pseudonyms, sent, left: found.reduce((sum, text) => sum + text.left, 0) };
  }
}

/** Vectors contain nothing to restore. */
const shaping = (encoding: unknown): RestoringParts<DialectObject, DialectObject> => ({
  write: async (answer) => [shapeEmbeddings(answer, encoding)],
  end: async () => [],
});

const OFF =
  'Embeddings are disabled: vectors can reveal their source text. The operator can enable them ' +
  'for texts with pseudonyms by EMBEDDINGS=pseudonyms';

/** Only the input of an embedding costs tokens. */
function usageOf({ usage }: DialectObject): { usage?: TokenUsage } {
  const { success, data } = tokenCount.safeParse(
    (usage as { prompt_tokens?: unknown } | null | undefined)?.prompt_tokens,
  );
  return success ? { usage: { promptTokens: data, completionTokens: 0, source: 'provider' } } : {};
}
