import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import type { Evaluation, EvaluationText } from './evaluation';
import { EvaluationsStore } from './evaluations.store';

export interface ExportedEvaluation extends Omit<Evaluation, 'texts' | 'done'> {
  texts: EvaluationText[];
}

/** Exports the evaluations of a user with their texts. */
@Injectable()
export class ExportEvaluations {
  constructor(private readonly store: EvaluationsStore) {}

  async *execute(owner: Owner): AsyncGenerator<ExportedEvaluation> {
    for (const id of await this.store.owned(owner)) {
      const found = await this.store.find(owner, id);
      if (!found) continue;
      const { name, createdAt, measurement } = found;
      yield { id, name, createdAt, measurement, texts: await this.store.allTexts(owner, id) };
    }
  }
}
