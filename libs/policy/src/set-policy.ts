import { Injectable } from '@nestjs/common';
import { GroupsStore } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions, type Transaction } from '@app/common';
import { CheckSystemPrompt } from './check-system-prompt';
import { CurrentPolicies } from './current-policies';
import { countsOf, type PolicyDocument } from './document/policy-document';
import { faulty, readPolicyDocument } from './document/read-policy-document';
import { PoliciesStore } from './store/policies.store';

/** Puts a new version of an organization's policy in force. */
@Injectable()
export class SetPolicy {
  constructor(
    private readonly store: PoliciesStore,
    private readonly groups: GroupsStore,
    private readonly policies: CurrentPolicies,
    private readonly checkSystemPrompt: CheckSystemPrompt,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param given the whole document
   * @param version the version that the author has read and wants to replace
   * @param within runs in the transaction that stores the version
   * @returns the new version
   * @throws AppError `bad_request` that names each invalid field; `precondition_failed` if another version is in force
   */
  async execute(
    organizationId: string,
    given: unknown,
    version: number | undefined,
    within?: (tx: Transaction) => Promise<void>,
  ): Promise<number> {
    if (version === undefined) throw notTheLast();
    const document = readPolicyDocument(given);
    await this.checkGroups(organizationId, document);
    await this.checkSystemPrompt.execute(document);
    await this.transactions.runFor({ organizationId }, async (tx) => {
      if (!(await this.store.add(tx, organizationId, version, JSON.stringify(document)))) throw notTheLast();
      await this.trail.record(tx, {
        action: 'policy.set',
        organizationId,
        subject: { type: 'organization', id: organizationId },
        counts: { version: version + 1, ...countsOf(document) },
      });
      await within?.(tx);
    });
    this.policies.forget(organizationId);
    return version + 1;
  }

  /** Refuses ids of groups that the organization does not have: no user could use the model. */
  private async checkGroups(organizationId: string, { models }: PolicyDocument): Promise<void> {
    const named = models.flatMap(({ groups }, i) =>
      groups.map((id, j) => ({ id: id.toLowerCase(), field: `models[${i}].groups[${j}]` })),
    );
    if (named.length === 0) return;
    const known = await this.groups.known(
      organizationId,
      named.map(({ id }) => id),
    );
    const unknown = named.filter(({ id }) => !known.has(id));
    if (unknown.length > 0)
      throw faulty(
        unknown.map(({ field }) => ({ field, message: 'must be the id of a group of your organization' })),
      );
  }
}

const notTheLast = (): AppError =>
  new AppError(
    'precondition_failed',
    'If-Match must be the version in force, as GET policy answers it; read it again',
  );
