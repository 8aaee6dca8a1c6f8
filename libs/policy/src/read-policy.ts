import { Injectable } from '@nestjs/common';
import { NO_POLICY, type PolicyDocument } from './document/policy-document';
import { PoliciesStore } from './store/policies.store';

export interface ShownPolicy {
  /** 0 if none was ever set. */
  version: number;
  /** When this version was set. */
  createdAt: Date | null;
  document: PolicyDocument;
}

/** Returns the policy in force, as its authors wrote it. */
@Injectable()
export class ReadPolicy {
  constructor(private readonly store: PoliciesStore) {}

  async execute(organizationId: string): Promise<ShownPolicy> {
    const stored = await this.store.latest(organizationId);
    if (stored?.document === undefined) return { version: 0, createdAt: null, document: NO_POLICY };
    const { version, createdAt, document } = stored;
    return { version, createdAt, document: { ...NO_POLICY, ...(JSON.parse(document) as PolicyDocument) } };
  }
}
