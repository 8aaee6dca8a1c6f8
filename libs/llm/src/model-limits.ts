import type { ProviderModel, ProviderSettings } from '@app/config';
import type { Model } from './language-model';

export type Limits = Pick<ProviderSettings, 'contextTokens' | 'maxAnswerTokens' | 'answerTokens'> & {
  models: readonly (Pick<ProviderModel, 'id' | 'contextTokens'> & Partial<Pick<ProviderModel, 'images'>>)[];
  /** Default: true */
  internal?: boolean;
};

/** The answer limit of a model without a setting, and the share of the context that the answer may use. */
const MOST_ANSWER_TOKENS = 4096;
const ANSWER_SHARE = 1 / 4;

/** Returns a model with the limits from the settings. */
export function limitedModel(id: string, settings: Limits): Model {
  const { models, contextTokens, maxAnswerTokens, answerTokens, internal = true } = settings;
  const own = models.find((model) => model.id === id);
  const context = own?.contextTokens ?? contextTokens;
  const usual = Math.min(MOST_ANSWER_TOKENS, Math.floor(context * ANSWER_SHARE));
  const answer = answerTokens.get(id) ?? maxAnswerTokens ?? usual;
  return { id, promptTokens: context - answer, answerTokens: answer, internal, images: own?.images ?? true };
}
