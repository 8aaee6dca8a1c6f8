import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { NO_POLICY, type PolicyDocument } from './document/policy-document';
import type { ShownPolicy } from './read-policy';
import { PoliciesStore } from './store/policies.store';

/** The limit for one list. Replaced versions are deleted after a while, so most organizations have fewer. */
const MOST = 200;

/** Returns the versions of a policy that are stored: the one in force and those that it replaced. */
@Injectable()
export class ReadPolicyVersions {
  constructor(private readonly store: PoliciesStore) {}

  /** Returns the versions without their documents, newest first. */
  list(organizationId: string): Promise<{ version: number; createdAt: Date }[]> {
    return this.store.versions(organizationId, MOST);
  }

  /** @throws AppError `not_found` if there is no such version, or no longer */
  async one(organizationId: string, version: number): Promise<ShownPolicy> {
    const stored = await this.store.at(organizationId, version);
    if (!stored) throw new AppError('not_found', 'Your organization has no such version, or no longer');
    const document = { ...NO_POLICY, ...(JSON.parse(stored.document) as PolicyDocument) };
    return { version, createdAt: stored.createdAt, document };
  }
}
