import { Injectable } from '@nestjs/common';
import { AccessStore, type Identity, type PersonAccess } from '@app/accounts';
import { Batch } from '@app/common';
import { ProviderTokens } from '@app/single-sign-on';
import type { GuardedUser } from './caller';

/**
 * Whom an access token of the provider acts for: a user who logged in by single sign-on before, or was linked. It makes
 * nobody, and never carries what an admin may: that takes a login (contract: Single sign-on).
 */
@Injectable()
export class CheckProviderToken {
  private readonly batch: Batch<Identity, PersonAccess | undefined>;

  constructor(
    private readonly tokens: ProviderTokens,
    access: AccessStore,
  ) {
    this.batch = new Batch({ work: (identities) => access.ofPeople(identities), room: 100 });
  }

  /** Whether a token claims to be the provider's; it has yet to be looked at. */
  claims(token: string): boolean {
    return this.tokens.isFromProvider(token);
  }

  /**
   * @returns undefined where the token is not good, or its user or organization is out
   * @throws AppError `unavailable` where the provider's keys cannot be fetched
   */
  async execute(token: string): Promise<GuardedUser | undefined> {
    const identity = await this.tokens.read(token);
    const person = identity && (await this.batch.add(identity));
    if (!person) return undefined;
    const { userName: email, role, ...access } = person;
    return { ...access, email, role: role === 'admin' ? 'auditor' : role };
  }
}
