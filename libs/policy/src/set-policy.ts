import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { CheckSystemPrompt } from './check-system-prompt';
import { CurrentPolicies } from './current-policies';
import { countsOf } from './document/policy-document';
import { readPolicyDocument } from './document/read-policy-document';
import { PoliciesStore } from './store/policies.store';

/** Puts a new version of an organization's policy in force. */
@Injectable()
export class SetPolicy {
  constructor(
    private readonly store: PoliciesStore,
    private readonly policies: CurrentPolicies,
    private readonly checkSystemPrompt: CheckSystemPrompt,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param given the whole document
   * @param version the one that it replaces, as its author has seen it
   * @returns the new version
   * @throws AppError `bad_request` that names each field at fault; `precondition_failed` where another version is in force
   */
  async execute(organizationId: string, given: unknown, version: number | undefined): Promise<number> {
    if (version === undefined) throw notTheLast();
    const document = readPolicyDocument(given);
    await this.checkSystemPrompt.execute(document);
    await this.transactions.runFor({ organizationId }, async (tx) => {
      if (!(await this.store.add(tx, organizationId, version, JSON.stringify(document)))) throw notTheLast();
      await this.trail.record(tx, {
        action: 'policy.set',
        organizationId,
        subject: { type: 'organization', id: organizationId },
        counts: { version: version + 1, ...countsOf(document) },
      });
    });
    this.policies.forget(organizationId);
    return version + 1;
  }
}

const notTheLast = (): AppError =>
  new AppError(
    'precondition_failed',
    'If-Match must be the version in force, as GET policy answers it; read it again',
  );
