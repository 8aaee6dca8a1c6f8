import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { inScope, managerOf } from '@app/database';
import { refusing } from '../accounts.store';
import type { MemberRef } from '../user-ref';
import { UserProfileRow } from './user-profile.entity';

export type UserProfile = Omit<UserProfileRow, 'userId' | 'organizationId' | 'user'>;

export const EMPTY_PROFILE: UserProfile = {
  externalId: null,
  displayName: null,
  givenName: null,
  familyName: null,
  removedAt: null,
};

/** Returns the name that others see: the display name, or else the given and the family name. */
export const shownName = ({ displayName, givenName, familyName }: UserProfile): string | null =>
  displayName ?? ([givenName, familyName].filter((part) => part !== null).join(' ') || null);

/** Stores what users and identity providers say about users. */
@Injectable()
export class UserProfilesStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns null if no provider has said anything about the user. */
  find({ id: userId, organizationId }: MemberRef): Promise<UserProfileRow | null> {
    return inScope(this.db, { organizationId }, (tx) =>
      tx.findOneBy(UserProfileRow, { userId, organizationId }),
    );
  }

  findIn(tx: Transaction, { id: userId, organizationId }: MemberRef): Promise<UserProfileRow | null> {
    return managerOf(tx).findOneBy(UserProfileRow, { userId, organizationId });
  }

  /** Returns the names that others see of those users who have one. */
  async namesAmong(organizationId: string, userIds: readonly string[]): Promise<Map<string, string>> {
    const where = { organizationId, userId: In([...userIds]) };
    const rows = await inScope(this.db, { organizationId }, (tx) => tx.findBy(UserProfileRow, where));
    return new Map(
      rows.flatMap((row) => {
        const name = shownName(row);
        return name === null ? [] : [[row.userId, name]];
      }),
    );
  }

  /** Returns the profile with the provider's id of a user. */
  withExternalId(
    tx: Transaction,
    organizationId: string,
    externalId: string,
  ): Promise<UserProfileRow | null> {
    return managerOf(tx).findOneBy(UserProfileRow, { organizationId, externalId });
  }

  /** @throws AppError `conflict` if another user of the organization has the external id */
  async save(
    tx: Transaction,
    { id: userId, organizationId }: MemberRef,
    profile: UserProfile,
  ): Promise<void> {
    await refusing(
      'user_profiles_external_unique',
      'Another user has this externalId',
      managerOf(tx).upsert(UserProfileRow, { ...profile, userId, organizationId }, ['userId']),
      'externalId',
    );
  }
}
