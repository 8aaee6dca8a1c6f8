import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsNull, LessThan, MoreThan, Not, type DataSource } from 'typeorm';
import { Clock, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { LoginRow, RefreshTokenRow } from './accounts.entities';

export type StoredLogin = Pick<LoginRow, 'id' | 'userId' | 'createdAt' | 'expiresAt' | 'endedAt' | 'console'>;
/** A login as it is opened. */
type NewLogin = StoredLogin & Pick<LoginRow, 'browser' | 'system'>;
/** An open login as its user sees it. */
export type DescribedLogin = Pick<LoginRow, 'id' | 'console' | 'browser' | 'system' | 'createdAt'> & {
  usedAt: Date;
};
/** The number of logins in a page. */
const PAGE = 1_000;

/** A login that was not ended. */
export type OpenLogin = Pick<LoginRow, 'id' | 'userId'>;
type StoredToken = Pick<RefreshTokenRow, 'hash' | 'loginId' | 'expiresAt' | 'spentAt'>;

/** Stores logins and their refresh tokens. Ending a login ends all its tokens. */
@Injectable()
export class LoginsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Adds a login and deletes the user's expired ones. */
  async open(transaction: Transaction, login: NewLogin): Promise<void> {
    const tx = managerOf(transaction);
    await tx.delete(LoginRow, { userId: login.userId, expiresAt: LessThan(login.createdAt) });
    await tx.insert(LoginRow, { ...login, usedAt: login.createdAt });
  }

  /** Notes that a login has received tokens. */
  async use(tx: Transaction, id: string): Promise<void> {
    await managerOf(tx).update(LoginRow, { id }, { usedAt: this.clock.now() });
  }

  /** Returns the open logins of a user that can still receive tokens, the last used first. */
  openOfUser(userId: string): Promise<DescribedLogin[]> {
    return this.db.query(
      `SELECT id, console, browser, system, created_at AS "createdAt", coalesce(used_at, created_at) AS "usedAt"
       FROM logins
       WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
         AND EXISTS (
           SELECT FROM refresh_tokens
           WHERE login_id = logins.id AND spent_at IS NULL AND refresh_tokens.expires_at > $2)
       ORDER BY "usedAt" DESC, id DESC LIMIT ${PAGE}`,
      [userId, this.clock.now()],
    );
  }

  /** Returns all stored logins of a user, oldest first, for the export of their data. */
  ofUser(userId: string): Promise<(DescribedLogin & { endedAt: Date | null })[]> {
    return this.db.query(
      `SELECT id, console, browser, system, created_at AS "createdAt", coalesce(used_at, created_at) AS "usedAt",
         ended_at AS "endedAt"
       FROM logins WHERE user_id = $1 ORDER BY created_at, id`,
      [userId],
    );
  }

  /** @returns the number of ended logins: 0 if the user has no such open login */
  async endOfUser(tx: Transaction, userId: string, id: string): Promise<number> {
    const where = { id, userId, endedAt: IsNull() };
    const { affected } = await managerOf(tx).update(LoginRow, where, { endedAt: this.clock.now() });
    return affected ?? 0;
  }

  /** @returns the number of ended logins */
  async endOthersOfUser(tx: Transaction, userId: string, id: string): Promise<number> {
    const where = { id: Not(id), userId, endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
    const { affected } = await managerOf(tx).update(LoginRow, where, { endedAt: this.clock.now() });
    return affected ?? 0;
  }

  async endAllOfUser(tx: Transaction, userId: string): Promise<void> {
    await managerOf(tx).update(LoginRow, { userId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }

  async endAllOfOrganization(transaction: Transaction, organizationId: string): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE logins SET ended_at = $2
       FROM users WHERE users.id = logins.user_id AND users.organization_id = $1 AND logins.ended_at IS NULL`,
      [organizationId, this.clock.now()],
    );
  }

  /** Yields the open logins of an organization's users that have not expired, in pages. */
  async *openOf(tx: Transaction, organizationId: string): AsyncGenerator<OpenLogin[]> {
    let page: OpenLogin[] = [];
    do {
      page = await managerOf(tx).query<OpenLogin[]>(
        `SELECT logins.id, logins.user_id AS "userId" FROM logins JOIN users ON users.id = logins.user_id
         WHERE users.organization_id = $1 AND logins.ended_at IS NULL AND logins.expires_at > $2
           AND ($3::uuid IS NULL OR logins.id > $3)
         ORDER BY logins.id LIMIT ${PAGE}`,
        [organizationId, this.clock.now(), page.at(-1)?.id ?? null],
      );
      if (page.length > 0) yield page;
    } while (page.length === PAGE);
  }

  /** Returns those of the logins that are open. */
  openAmong(tx: Transaction, ids: readonly string[]): Promise<OpenLogin[]> {
    return managerOf(tx).query(
      'SELECT id, user_id AS "userId" FROM logins WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL',
      [ids],
    );
  }

  /** Ends those of the logins that are open. */
  async endAll(tx: Transaction, ids: readonly string[]): Promise<void> {
    await managerOf(tx).query(
      'UPDATE logins SET ended_at = $2 WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL',
      [ids, this.clock.now()],
    );
  }

  /** @returns whether it had not ended before */
  async end(tx: Transaction, loginId: string): Promise<boolean> {
    const open = { id: loginId, endedAt: IsNull() };
    const { affected } = await managerOf(tx).update(LoginRow, open, { endedAt: this.clock.now() });
    return affected === 1;
  }

  /** Counts a user's logins and tokens, including ended and spent ones. */
  async count(transaction: Transaction, userId: string): Promise<{ logins: number; refreshTokens: number }> {
    const tx = managerOf(transaction);
    const logins = await tx.countBy(LoginRow, { userId });
    return { logins, refreshTokens: await tx.countBy(RefreshTokenRow, { login: { userId } }) };
  }

  async addRefreshToken(tx: Transaction, token: StoredToken): Promise<void> {
    await managerOf(tx).insert(RefreshTokenRow, token);
  }

  async spendRefreshToken(tx: Transaction, hash: string, spentAt: Date): Promise<void> {
    await managerOf(tx).update(RefreshTokenRow, { hash }, { spentAt });
  }

  /** Returns the login of a refresh token. */
  async loginOf(hash: string): Promise<StoredLogin | undefined> {
    const relations = { login: true };
    const token = await this.db.manager.findOne(RefreshTokenRow, { where: { hash }, relations });
    return token?.login;
  }

  /** Returns the login, locked until the transaction ends. */
  locked(tx: Transaction, id: string): Promise<StoredLogin | null> {
    return managerOf(tx).findOne(LoginRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Returns a refresh token and its login, locked. The lock serializes two uses of one token, so the second finds it
   * spent.
   */
  async lockedByToken(
    transaction: Transaction,
    hash: string,
  ): Promise<{ login: StoredLogin; token: StoredToken } | undefined> {
    const tx = managerOf(transaction);
    const known = await tx.findOneBy(RefreshTokenRow, { hash });
    if (!known) return undefined;
    const where = { id: known.loginId };
    const login = await tx.findOne(LoginRow, { where, lock: { mode: 'pessimistic_write' } });
    return login ? { login, token: await tx.findOneByOrFail(RefreshTokenRow, { hash }) } : undefined;
  }
}
