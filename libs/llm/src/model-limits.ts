import type { LlmConfig } from '@app/config';
import type { Model } from './language-model';

export type Limits = Pick<LlmConfig, 'models' | 'contextTokens' | 'maxAnswerTokens' | 'answerTokens'>;

/** The answer limit of a model without a setting, and the share of the context that the answer may use. */
const MOST_ANSWER_TOKENS = 4096;
const ANSWER_SHARE = 1 / 4;

/** Returns a model with the limits from the settings. */
export function limitedModel(id: string, settings: Limits): Model {
  const { models, contextTokens, maxAnswerTokens, answerTokens } = settings;
  const context = models.find((model) => model.id === id)?.contextTokens ?? contextTokens;
  const usual = Math.min(MOST_ANSWER_TOKENS, Math.floor(context * ANSWER_SHARE));
  const answer = answerTokens.get(id) ?? maxAnswerTokens ?? usual;
  return { id, promptTokens: context - answer, answerTokens: answer };
}
