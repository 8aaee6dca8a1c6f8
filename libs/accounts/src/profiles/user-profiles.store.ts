import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
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

/** Stores what an identity provider says about users. */
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
