import { Injectable } from '@nestjs/common';
import { AccessStore, type Identity, type PersonAccess } from '@app/accounts';
import { Batch } from '@app/common';
import { ProviderTokens } from '@app/single-sign-on';
import type { GuardedUser } from './caller';

/**
 * Authenticates an access token of the provider as a user who logged in by single sign-on before, or was linked. It
 * creates no user, and never has admin rights, which require a login (contract: Single sign-on).
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

  /** Returns whether a token claims to be the provider's, without verifying it. */
  claims(token: string): boolean {
    return this.tokens.isFromProvider(token);
  }

  /**
   * @returns undefined if the token is invalid, or its user or organization is inactive
   * @throws AppError `unavailable` if the provider's keys cannot be fetched
   */
  async execute(token: string): Promise<GuardedUser | undefined> {
    const identity = await this.tokens.read(token);
    const person = identity && (await this.batch.add(identity));
    if (!person) return undefined;
    const { userName: email, role, ...access } = person;
    return { ...access, email, role: role === 'admin' ? 'auditor' : role };
  }
}
