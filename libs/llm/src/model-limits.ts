import type { LlmConfig } from '@app/config';
import type { Model } from './language-model';

export type Limits = Pick<LlmConfig, 'models' | 'contextTokens' | 'maxAnswerTokens' | 'answerTokens'>;

/** The largest answer of a model for which nothing is set, and the share of the context that it may take. */
const MOST_ANSWER_TOKENS = 4096;
const ANSWER_SHARE = 1 / 4;

/** A model with what it may read and write, as the settings say. */
export function limitedModel(id: string, settings: Limits): Model {
  const { models, contextTokens, maxAnswerTokens, answerTokens } = settings;
  const context = models.find((model) => model.id === id)?.contextTokens ?? contextTokens;
  const usual = Math.min(MOST_ANSWER_TOKENS, Math.floor(context * ANSWER_SHARE));
  const answer = answerTokens.get(id) ?? maxAnswerTokens ?? usual;
  return { id, promptTokens: context - answer, answerTokens: answer };
}
