import { Injectable } from '@nestjs/common';
import { tableRecords, type EntityType } from '@app/anonymization';
import { AuditTrail, type AuditEvent } from '@app/audit';
import { AppError, invalid, TimeSlice, type Owner } from '@app/common';
import { WriteTombstones } from '@app/tombstones';
import { noSuchCase } from './case';
import { CaseTablesStore, type Ask, type OpenCase } from './case-tables.store';
import { ManageCases } from './manage-cases';

/** What a user wants to have forgotten: every value that contains one, or exactly these values. */
export type ToForget = { value: string } | { values: readonly string[] };

/** A value that may be forgotten. */
export interface ListedValue {
  value: string;
  type: EntityType;
  /** Whether it contains the asked value. Else it may belong to the same person */
  contains: boolean;
}

export interface ForgettingPreview {
  values: ListedValue[];
  /** Whether the asked value is a name of several persons */
  isAmbiguous: boolean;
}

const LONGEST = 10_000;
/** The number of values that a preview lists, and that a request may name. */
export const MOST_LISTED_VALUES = 1_000;
const STEP = 1_000;

/** Forgets values of a case: nothing restores them any more, and their replacements are never issued again. */
@Injectable()
export class ForgetValue {
  constructor(
    private readonly cases: ManageCases,
    private readonly store: CaseTablesStore,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /**
   * Lists the values of a case that contain a value, and those that may belong to the same person. Restores them, so it is
   * audited like restoring.
   *
   * @throws AppError as `execute`, except `ambiguous_value`
   */
  async preview(owner: Owner, caseId: string, value: string): Promise<ForgettingPreview> {
    checkLength(value);
    await this.cases.owned(owner, caseId);
    const ask = this.store.asking(owner);
    const opened = await this.store.open(ask, owner, caseId);
    if (!opened) throw noSuchCase();
    const all = await this.read(ask, opened);
    const found = all.containing(value);
    check(found, 'value', 'is not in this case');
    const isAmbiguous = tableRecords.areSeveralPersons(found);
    const belonging = isAmbiguous ? [] : all.belongingTo(found);
    const values = [...listed(found, true), ...listed(belonging, false)];
    if (values.length > MOST_LISTED_VALUES)
      throw invalid('value', `is in more than ${MOST_LISTED_VALUES} values of this case; name a longer form`);
    await this.trail.recordAlone(entry(owner, caseId, 'values.restore', values.length));
    return { values, isAmbiguous };
  }

  /**
   * @param asked values as they were written in a text, in any case; `values` as a preview lists them
   * @returns the number of values that were forgotten
   * @throws AppError `forbidden` unless the user owns the case; `bad_request` if the case does not have the value;
   *   `ambiguous_value`; `not_forgettable`; `unavailable` if the tombstone is not written yet
   */
  async execute(owner: Owner, caseId: string, asked: ToForget): Promise<number> {
    if ('value' in asked) checkLength(asked.value);
    await this.cases.owned(owner, caseId);
    const forgotten = await this.store.run(owner, async (tx) => {
      const ask = this.store.askingIn(tx);
      const opened = await this.store.open(ask, owner, caseId, true);
      if (!opened) throw noSuchCase();
      const found = foundIn(await this.read(ask, opened), asked);
      await this.store.forget(
        tx,
        opened,
        found.map(({ id }) => id),
      );
      await this.trail.record(tx, entry(owner, caseId, 'case.forget', found.length));
      return found.length;
    });
    await this.tombstones.execute();
    return forgotten;
  }

  /** Reads all values: of a word that many names contain, the keys of records find only some. */
  private async read(ask: Ask, opened: OpenCase): Promise<tableRecords.ForgettableValues> {
    const all = new tableRecords.ForgettableValues();
    const slice = new TimeSlice();
    for (let after: number | undefined = 0; after !== undefined;) {
      const page: tableRecords.TableRecord[] = await this.store.page(ask, opened, after, STEP);
      for (const record of page) {
        all.add(record);
        if (slice.isOver) await slice.next();
      }
      after = page.length < STEP ? undefined : page.at(-1)!.id;
    }
    return all;
  }
}

function checkLength(value: string): void {
  if (value.trim() === '' || value.length > LONGEST)
    throw invalid('value', `must have 1 to ${LONGEST} characters`);
}

/** @throws AppError `bad_request`; `not_forgettable` */
function check(found: readonly tableRecords.ForgettableValue[], field: string, ifNone: string): void {
  if (found.length === 0) throw invalid(field, ifNone);
  if (found.some(({ isMovedDate }) => isMovedDate))
    throw new AppError('not_forgettable', 'A date cannot be forgotten: all dates of a case are moved alike');
}

/** @throws AppError `bad_request`; `ambiguous_value`; `not_forgettable` */
function foundIn(
  all: tableRecords.ForgettableValues,
  asked: ToForget,
): readonly tableRecords.ForgettableValue[] {
  if ('values' in asked) {
    const found = all.listedAs(asked.values);
    check(found, 'values', 'are not in this case');
    return found;
  }
  const found = all.containing(asked.value);
  check(found, 'value', 'is not in this case');
  if (tableRecords.areSeveralPersons(found))
    throw new AppError(
      'ambiguous_value',
      'Several persons of this case have this value; name a longer form that only one of them has, or the values',
    );
  return found;
}

/** Lists each value once. A value that the policy removes is never restored. */
function listed(found: readonly tableRecords.ForgettableValue[], contains: boolean): ListedValue[] {
  const values = new Map<string, ListedValue>();
  for (const { value, type, isRemoved } of found)
    if (!isRemoved && !values.has(value)) values.set(value, { value, type, contains });
  return [...values.values()];
}

const entry = (
  { organizationId }: Owner,
  caseId: string,
  action: 'case.forget' | 'values.restore',
  values: number,
): AuditEvent => ({ action, subject: { type: 'case', id: caseId }, organizationId, counts: { values } });
