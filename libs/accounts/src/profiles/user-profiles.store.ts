import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { inScope, managerOf } from '@app/database';
import { refusing } from '../accounts.store';
import type { MemberRef } from '../user-ref';
import { UserProfileRow } from './user-profile.entity';

/** What an identity provider says about a user. */
export type UserProfile = Omit<UserProfileRow, 'userId' | 'organizationId' | 'user' | 'chosenName'>;

export const EMPTY_PROFILE: UserProfile = {
  externalId: null,
  displayName: null,
  givenName: null,
  familyName: null,
  removedAt: null,
};

/** Returns the name that the provider sets: the display name, or else the given and the family name. */
export const providedName = ({ displayName, givenName, familyName }: UserProfile): string | null =>
  displayName ?? ([givenName, familyName].filter((part) => part !== null).join(' ') || null);

/** Returns the name that others see. */
export const shownName = (row: UserProfileRow): string | null => providedName(row) ?? row.chosenName;

/** Stores what users and identity providers say about users. */
@Injectable()
export class UserProfilesStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns null if no provider has said anything about the user, who has chosen no name. */
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

  /** Stores the name that a user has chosen, and nothing of the provider. */
  async choose(
    tx: Transaction,
    { id: userId, organizationId }: MemberRef,
    chosenName: string | null,
  ): Promise<void> {
    await managerOf(tx).upsert(UserProfileRow, { userId, organizationId, chosenName }, ['userId']);
  }

  /**
   * Stores what the provider says, and no name that the user has chosen.
   *
   * @throws AppError `conflict` if another user of the organization has the external id
   */
  async save(
    tx: Transaction,
    { id: userId, organizationId }: MemberRef,
    { externalId, displayName, givenName, familyName, removedAt }: UserProfile,
  ): Promise<void> {
    const provided = { externalId, displayName, givenName, familyName, removedAt };
    await refusing(
      'user_profiles_external_unique',
      'Another user has this externalId',
      managerOf(tx).upsert(UserProfileRow, { ...provided, userId, organizationId }, ['userId']),
      'externalId',
    );
  }
}
