import { Inject, Injectable } from '@nestjs/common';
import { EntityTable, type Language } from '@app/anonymization';
import { AppError, type Owner } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { OrganizationKeys } from '@app/data-keys';
import { HideTexts } from '@app/hiding';
import type { AcceptedCall } from '@app/policy';
import type { JsonObject } from '../json';
import { Pseudonyms } from './pseudonyms';
import { readEmbeddingsBody } from './read-embeddings';

/** One language for all texts, so that a value is detected the same way and gets one pseudonym in every context. */
const LANGUAGE: Language = { code: 'en', regions: ['US', 'GB', 'DE', 'AT', 'CH'] };

/** Purpose of the organization's key. Another would give other pseudonyms, and embedded texts would not be found. */
const PSEUDONYMS = 'embeddings.pseudonyms';

export interface HiddenEmbeddings {
  body: JsonObject;
  /** Every text, exactly as it is sent. */
  sent: string[];
  /** The number of found values that stay unchanged because the policy excepts them. */
  left: number;
  /** The names of unknown parameters that are left out. */
  dropped: readonly string[];
}

/** Replaces the personal values of texts to embed by pseudonyms of their organization. */
@Injectable()
export class HideEmbeddings {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: Pick<LlmConfig, 'embeddings'>,
    private readonly hideTexts: HideTexts,
    private readonly keys: OrganizationKeys,
    private readonly keyRing: KeyRing,
  ) {}

  /** @throws AppError `bad_request` if embeddings are disabled */
  assertEnabled(): void {
    if (this.config.embeddings !== 'pseudonyms') throw new AppError('bad_request', OFF);
  }

  async pseudonymsOf({ organizationId }: Pick<Owner, 'organizationId'>): Promise<Pseudonyms> {
    return new Pseudonyms(await this.keys.keyOf(organizationId, PSEUDONYMS));
  }

  /**
   * @param given OpenAI's body
   * @param pseudonyms records those that are used
   * @throws AppError `bad_request` that names the field, or if a text contains what the policy blocks
   */
  async execute(
    owner: Owner,
    given: JsonObject,
    { hidden: choices, rules }: Pick<AcceptedCall, 'hidden' | 'rules'>,
    pseudonyms: Pseudonyms,
    signal: AbortSignal,
  ): Promise<HiddenEmbeddings> {
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
    const sent = places.all.map((place, i) => {
      const text = pseudonyms.write(place.text, found[i]!);
      place.put({ ...found[i]!, text });
      return text;
    });
    return { body, sent, left: found.reduce((sum, text) => sum + text.left, 0), dropped };
  }
}

const OFF =
  'Embeddings are disabled: vectors can reveal their source text. The operator can enable them ' +
  'for texts with pseudonyms by EMBEDDINGS=pseudonyms';
