import { Injectable } from '@nestjs/common';
import {
  type AnonymizedText,
  BlockedByPolicy,
  ENTITY_TYPES,
  EntityTable,
  type EntityType,
  IssuedTable,
  languageOf,
  type ReplacementStyle,
  type TextToLookUp,
} from '@app/anonymization';
import { CaseTables } from '@app/cases';
import { AppError, type Owner } from '@app/common';
import { HideTexts } from '@app/hiding';
import { JobFailure, JobRunner, type RunContext, type RunningJob } from '@app/jobs';
import { CurrentPolicies } from '@app/policy';

/** What the texts of a job are hidden with. */
interface TableOfJob {
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

/** The stored input of an anonymization job. Only add fields, because older workers read newer jobs. */
export interface AnonymizationInput {
  text: string;
  lang: string;
  choices: EntityType[];
  style: ReplacementStyle;
  /** The case that the text belongs to */
  caseId?: string;
  /** Whether the owner can restore the result while it is stored */
  restorable?: boolean;
}

/**
 * Replaces personal data in a text, with an entity table that exists only during the job, or with the table of a case
 * (contract: Anonymizing and restoring, Cases).
 */
@Injectable()
export class AnonymizationRunner extends JobRunner {
  readonly type = 'anonymization';

  constructor(
    private readonly hideTexts: HideTexts,
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseOfJob,
  ) {
    super();
  }

  async run(
    { input, organizationId, userId, policyVersion }: RunningJob,
    { signal, onIssued }: RunContext,
  ): Promise<{ anonymized_text: string }> {
    const { text, lang, style, choices, caseId, restorable } = input as AnonymizationInput;
    const owner = { organizationId, userId };
    await this.cases.check(owner, caseId);
    const rules = (await this.policies.at(organizationId, policyVersion)).rulesFor();
    const known = caseId === undefined ? [] : ENTITY_TYPES;
    const asked = { choices, known, language: languageOf(text, lang), rules };
    const [anonymized] = await this.hideTexts
      .search([{ text, field: 'text' }], asked, signal)
      .then(({ texts, hideBehind }) =>
        this.cases.hide(
          owner,
          { style, caseId, onIssued: restorable ? onIssued : undefined },
          texts,
          hideBehind,
        ),
      )
      .catch(failWhereRefused);
    return { anonymized_text: anonymized!.text };
  }
}

/** Converts a refusal of the text, which a retry would repeat, to a permanent failure. */
export function failWhereRefused(error: unknown): never {
  if (error instanceof BlockedByPolicy)
    throw new JobFailure('blocked_by_policy', `Blocked by policy: ${error.kinds.join(', ')}`, {
      cause: error,
    });
  if (error instanceof AppError && error.code === 'too_many_values')
    throw new JobFailure('too_many_values', error.message, { cause: error });
  throw error;
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
