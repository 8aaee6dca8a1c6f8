import { Injectable } from '@nestjs/common';
import { CHOICES, type ReplacementStyle } from '@app/anonymization';
import { CaseTables } from '@app/cases';
import { invalid, type Owner } from '@app/common';
import { acceptRules, CurrentPolicies, type Policy } from '@app/policy';

/** What a job's request says about hiding. */
interface HidingRequest {
  owner: Owner;
  /** As the request named them */
  choices?: readonly string[];
  /** If absent, that of the case, or placeholders */
  style?: ReplacementStyle;
  caseId?: string;
}

/** Checks how a job hides values, against the policy in force and its case. */
@Injectable()
export class HidingOfJob {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly cases: CaseTables,
  ) {}

  /**
   * @returns the policy that the job is accepted under, and the style of its replacements
   * @throws AppError `bad_request` for what the policy does not allow, or unless the owner may use the case; `style_conflict`
   */
  async accept({ owner, choices = [], style, caseId }: HidingRequest): Promise<{
    policy: Policy;
    style: ReplacementStyle;
  }> {
    const policy = await this.policies.of(owner.organizationId);
    acceptRules(policy.rulesFor(), { named: CHOICES.parse(choices)?.named ?? [] });
    const ofCase = caseId !== undefined && { caseId, ...(style && { style }) };
    return { policy, style: ofCase ? await this.cases.check(owner, ofCase) : (style ?? 'placeholders') };
  }
}

/** @throws AppError `bad_request` for a job in a case: a value that the case forgets must not be restored by the job */
export function checkRestorable(restorable: boolean, caseId: string | undefined): void {
  if (restorable && caseId !== undefined)
    throw invalid('restorable', 'must be absent if case_id is given: the case restores its values');
}
