import { invalid } from '@app/common';
import type { LanguageModel, Model } from './language-model';

/** The configured model of that name. @throws AppError `bad_request` where there is none */
export async function chooseModel(port: LanguageModel, id: unknown): Promise<Model> {
  const model = (await port.models()).find((model) => model.id === id);
  if (model) return model;
  const message = 'must be one of the models that GET models lists';
  throw invalid('model', message);
}
