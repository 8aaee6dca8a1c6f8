import { Injectable } from '@nestjs/common';
import { languageOf } from '@app/anonymization';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, Deadline, NewestOnly, Transactions, type Owner } from '@app/common';
import { PreviewPolicy } from '@app/policy';
import { noSuchEvaluation, type Measurement } from './evaluation';
import { EvaluationsStore } from './evaluations.store';
import { ManageEvaluations } from './manage-evaluations';
import { measureTexts, type Measured } from './measure-texts';

/** The time limit of a measurement, in minutes. */
export const MEASURE_MINUTES = 5;

/** Measures what the policy in force and a draft hide in the texts that are done. Runs once per user. */
@Injectable()
export class MeasureEvaluation {
  private readonly newest = new NewestOnly('A newer measurement of yours has begun');

  constructor(
    private readonly store: EvaluationsStore,
    private readonly evaluations: ManageEvaluations,
    private readonly preview: PreviewPolicy,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Measures for requests of `All` and no particular model, and stores the result in place of the last one. No transaction is
   * open during detection.
   *
   * @param draft a policy that is not in force. If absent, only the policy in force is measured.
   * @param signal aborted when the caller disconnects
   * @throws AppError `not_found`; `bad_request` that names each invalid field of the draft; `conflict` if no text is done, or
   * if the user began a newer measurement; `unavailable` if detection fails or takes too long
   */
  async execute(owner: Owner, id: string, draft: unknown, signal: AbortSignal): Promise<Measurement> {
    return this.newest.run(owner.userId, signal, async (own) => {
      const deadline = new Deadline();
      const stop = AbortSignal.any([own, deadline.signal]);
      try {
        return await deadline.within(MEASURE_MINUTES * 60_000, () => this.measure(owner, id, draft, stop));
      } catch (error) {
        if (!deadline.passed || own.aborted) throw error;
        const message = `The measurement took longer than ${MEASURE_MINUTES} minutes; measure fewer texts, or try again later`;
        throw new AppError('unavailable', message, {}, { cause: error });
      }
    });
  }

  private async measure(owner: Owner, id: string, draft: unknown, signal: AbortSignal): Promise<Measurement> {
    await this.evaluations.find(owner, id);
    const done = await this.store.allTexts(owner, id, 'done');
    if (done.length === 0) throw new AppError('conflict', 'No text is done; mark the values of one first');
    const trial = { owner, signal };
    const { version: policyVersion, find } = await this.preview.inForce(owner.organizationId, trial);
    const policies = draft === undefined ? [find] : [find, await this.preview.of(draft, trial)];
    const texts = done.map(({ text, lang, values }) => ({ text, language: languageOf(text, lang), values }));
    const [before, after = null] = await measureTexts(texts, policies);
    signal.throwIfAborted();
    const measuredAt = this.clock.now().toISOString();
    const measurement = { measuredAt, policyVersion, before: before!, after };
    await this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.storeMeasurement(tx, owner, id, measurement))) throw noSuchEvaluation();
      await this.trail.record(tx, {
        action: 'evaluation.measure',
        subject: { type: 'evaluation', id },
        organizationId: owner.organizationId,
        counts: countsOf(measurement),
      });
    });
    return measurement;
  }
}

/** Returns the counts for the audit trail. They contain no text and no value. */
function countsOf({ policyVersion, before, after }: Measurement): Record<string, number> {
  const hidden = ({ outcomes }: Measured): number => outcomes.at(-1)!.recall.count;
  return {
    policy_version: policyVersion,
    texts: before.texts,
    values: before.outcomes.at(-1)!.recall.of,
    hidden_before: hidden(before),
    ...(after && { hidden_after: hidden(after) }),
  };
}
