import { Injectable } from '@nestjs/common';
import { tableRecords } from '@app/anonymization';
import { AuditTrail } from '@app/audit';
import { AppError, invalid, type Owner } from '@app/common';
import { WriteTombstones } from '@app/tombstones';
import { noSuchCase } from './case';
import { CaseTablesStore } from './case-tables.store';
import { ManageCases } from './manage-cases';

const LONGEST = 10_000;

/** Forgets a value of a case: nothing restores it any more, and its replacements are never issued again. */
@Injectable()
export class ForgetValue {
  constructor(
    private readonly cases: ManageCases,
    private readonly store: CaseTablesStore,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /**
   * @param value one form of an entity, as it was written in a text, in any case
   * @throws AppError `forbidden` unless the user owns the case; `bad_request` if the case does not have the value;
   *   `ambiguous_value`; `not_forgettable`; `unavailable` if the tombstone is not written yet
   */
  async execute(owner: Owner, caseId: string, value: string): Promise<void> {
    if (value.trim() === '' || value.length > LONGEST)
      throw invalid('value', `must have 1 to ${LONGEST} characters`);
    await this.cases.owned(owner, caseId);
    await this.store.run(owner, async (tx) => {
      const ask = this.store.askingIn(tx);
      const opened = await this.store.open(ask, owner, caseId, true);
      if (!opened) throw noSuchCase();
      const read = await tableRecords.read({ ...opened, source: this.store.records(ask, opened) }, [
        { text: value },
      ]);
      const [found, ...others] = read.having(value);
      if (!found) throw invalid('value', 'is not in this case');
      if (others.length > 0)
        throw new AppError(
          'ambiguous_value',
          'Several entities of this case have this value; name a longer form that only one of them has',
        );
      if (found.isMovedDate)
        throw new AppError(
          'not_forgettable',
          'A date cannot be forgotten: all dates of a case are moved alike',
        );
      await this.store.forget(tx, opened, [found]);
      const subject = { type: 'case', id: caseId } as const;
      await this.trail.record(tx, { action: 'case.forget', subject, organizationId: owner.organizationId });
    });
    await this.tombstones.execute();
  }
}
