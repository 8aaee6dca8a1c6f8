import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, invalid, Transactions, type Transaction } from '@app/common';
import type { MemberRef } from '../user-ref';
import type { UserProfileRow } from './user-profile.entity';
import { providedName, shownName, UserProfilesStore } from './user-profiles.store';

export const MAX_DISPLAY_NAME_LENGTH = 100;

/** The name that admins of the organization see beside a user's address. */
export interface OwnName {
  displayName: string | null;
  /** Whether an identity provider sets it, so that the user cannot. */
  isManaged: boolean;
}

/** Lets users read and change the name that admins see. */
@Injectable()
export class OwnProfile {
  constructor(
    private readonly store: UserProfilesStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  async name(user: MemberRef): Promise<OwnName> {
    return toOwnName(await this.store.find(user));
  }

  /**
   * @param name null removes it
   * @throws AppError `bad_request`; `conflict` if an identity provider sets the name
   */
  async rename(user: MemberRef, name: string | null): Promise<OwnName> {
    const displayName = name === null ? null : checkedName(name);
    return this.transactions.runFor({ organizationId: user.organizationId }, async (tx) => {
      const known = await this.store.findIn(tx, user);
      if (toOwnName(known).isManaged)
        throw new AppError('conflict', 'The identity provider of your organization sets your name');
      if ((known?.chosenName ?? null) !== displayName) await this.choose(tx, user, displayName);
      return { displayName, isManaged: false };
    });
  }

  private async choose(tx: Transaction, user: MemberRef, name: string | null): Promise<void> {
    await this.store.choose(tx, user, name);
    const { id, organizationId } = user;
    await this.trail.record(tx, { action: 'user.profile', subject: { type: 'user', id }, organizationId });
  }
}

const toOwnName = (row: UserProfileRow | null): OwnName => ({
  displayName: row && shownName(row),
  isManaged: row !== null && providedName(row) !== null,
});

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 0 && trimmed.length <= MAX_DISPLAY_NAME_LENGTH && !/\p{Cc}/u.test(trimmed))
    return trimmed;
  throw invalid(
    'display_name',
    `must be 1 to ${MAX_DISPLAY_NAME_LENGTH} characters without control characters`,
  );
}
