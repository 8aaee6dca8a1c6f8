import { Injectable } from '@nestjs/common';
import {
  EntityTable,
  IssuedTable,
  type AnonymizedText,
  type ReplacementStyle,
  type TextToLookUp,
} from '@app/anonymization';
import { CaseTables } from '@app/cases';
import { AppError, type Owner } from '@app/common';
import { JobFailure } from '@app/jobs';

/** What the texts of a job are hidden with. */
export interface TableOfJob {
  style: ReplacementStyle;
  /** If absent, a new table. */
  caseId?: string | undefined;
  /** Receives what restores the texts. If absent, a new table exists only during the job. */
  onIssued?: ((table: string) => void) | undefined;
}

/** Hides the texts of jobs with the table of their case (contract: Cases). Each attempt checks access again. */
@Injectable()
export class CaseOfJob {
  constructor(private readonly cases: CaseTables) {}

  /** @throws JobFailure `case_closed` if the owner may not use the case any more */
  async check(owner: Owner, caseId: string | undefined): Promise<void> {
    if (caseId !== undefined) await this.cases.check(owner, { caseId }).catch(failWhereClosed);
  }

  /**
   * @param hide may run several times
   * @throws JobFailure `case_closed` if the owner may not use the case any more; `case_full`
   */
  async hide(
    owner: Owner,
    { style, caseId, onIssued }: TableOfJob,
    texts: readonly TextToLookUp[],
    hide: (table: EntityTable) => Promise<AnonymizedText[]>,
  ): Promise<AnonymizedText[]> {
    const from = caseId === undefined ? EntityTable.create(style) : { caseId };
    const { hidden, table } = await this.cases.hide(owner, from, texts, hide).catch(failWhereClosed);
    if (onIssued) {
      const sent = hidden.map(({ text }) => text);
      onIssued(await (await IssuedTable.of(table, sent)).write());
    }
    return hidden;
  }
}

/** Converts the end of a case, which a retry would find again, to a permanent failure. */
export function failWhereClosed(error: unknown): never {
  if (error instanceof AppError && error.code === 'bad_request')
    throw new JobFailure('case_closed', 'The case was deleted, has expired, or is no longer shared', {
      cause: error,
    });
  if (error instanceof AppError && error.code === 'case_full')
    throw new JobFailure('case_full', error.message, { cause: error });
  throw error;
}
