import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Role, Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { UserIdentityRow } from './user-identity.entity';

/** A person's identity at a provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** An identity with its user and organization. */
export interface KnownPerson {
  userId: string;
  userName: string;
  organizationId: string;
  role: Role;
  /** Whether both the user and the organization are active. */
  active: boolean;
}

const KNOWN = `
  SELECT users.id AS "userId", users.user_name AS "userName", users.organization_id AS "organizationId",
    users.role, users.active AND organizations.active AS active
  FROM user_identities
  JOIN users ON users.id = user_identities.user_id
  JOIN organizations ON organizations.id = users.organization_id
  WHERE user_identities.issuer = $1 AND user_identities.subject = $2`;

/** Stores the identities of users at providers. */
@Injectable()
export class IdentitiesStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async find({ issuer, subject }: Identity): Promise<KnownPerson | undefined> {
    const [person] = await this.db.query<KnownPerson[]>(KNOWN, [issuer, subject]);
    return person;
  }

  /**
   * Locks an identity. Of two concurrent first logins of one person, the second waits and finds the user of the first.
   */
  async lock(tx: Transaction, { issuer, subject }: Identity): Promise<KnownPerson | undefined> {
    await managerOf(tx).query(
      `SELECT pg_advisory_xact_lock(hashtextextended('identity:' || $1 || ' ' || $2, 0))`,
      [issuer, subject],
    );
    const [person] = await managerOf(tx).query<KnownPerson[]>(KNOWN, [issuer, subject]);
    return person;
  }

  /**
   * @returns whether the identity belongs to this user now; false if it belongs to another user, or the user has
   * another identity at the provider
   */
  async add(tx: Transaction, identity: Identity, userId: string, createdAt: Date): Promise<boolean> {
    const { raw } = await managerOf(tx)
      .createQueryBuilder()
      .insert()
      .into(UserIdentityRow)
      .values({ ...identity, userId, createdAt })
      .orIgnore()
      .returning('user_id')
      .execute();
    return (raw as object[]).length === 1;
  }

  /** @returns whether the user had an identity there */
  async remove(tx: Transaction, userId: string, issuer: string): Promise<boolean> {
    const { affected } = await managerOf(tx).delete(UserIdentityRow, { userId, issuer });
    return affected === 1;
  }

  /** Returns the identities of one user. */
  ofUser(userId: string): Promise<Identity[]> {
    return this.db.manager.find(UserIdentityRow, {
      select: { issuer: true, subject: true },
      where: { userId },
      order: { createdAt: 'ASC' },
    });
  }
}
