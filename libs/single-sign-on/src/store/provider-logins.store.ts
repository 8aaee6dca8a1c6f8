import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { KeyRing } from '@app/crypto';
import { managerOf } from '@app/database';
import type { ConfirmedLogin } from '../provider/provider-login';
import { ProviderLoginRow } from './single-sign-on.entities';

/** A login, as the provider knows it. */
export interface NewProviderLogin extends ConfirmedLogin {
  loginId: string;
  issuer: string;
  subject: string;
  sid: string | undefined;
}

/** Whose logins a logout at the provider ends: those of one of its own logins, or all of a person. */
export interface LoggedOut {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}

/** A login that ends, and whose it is. */
export interface EndedLogin {
  loginId: string;
  userId: string;
}

/** How long one process may take to ask the provider before another one does. */
const ASKING = '15 seconds';

/** What the provider confirmed for, by login. */
@Injectable()
export class ProviderLoginsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keyRing: KeyRing,
  ) {}

  async add(tx: Transaction, { refreshToken, sid, ...login }: NewProviderLogin): Promise<void> {
    await managerOf(tx).insert(ProviderLoginRow, {
      ...login,
      sid: sid ?? null,
      ...this.sealed(login.loginId, refreshToken),
    });
  }

  /** Undefined for a login that came of a password. */
  async confirmedUntil(loginId: string): Promise<Date | undefined> {
    const row = await this.db.manager.findOne(ProviderLoginRow, {
      select: { loginId: true, confirmedUntil: true },
      where: { loginId },
    });
    return row?.confirmedUntil;
  }

  /**
   * Of those who would ask the provider about a login at once, one may.
   *
   * @returns undefined where another one does; a refresh token that is not there, or cannot be opened, is undefined
   */
  async claim(loginId: string): Promise<{ refreshToken: string | undefined } | undefined> {
    const [rows] = await this.db.query<[{ refresh_token: Buffer | null; key_id: string | null }[]]>(
      `UPDATE provider_logins SET asking_until = now() + interval '${ASKING}'
       WHERE login_id = $1 AND (asking_until IS NULL OR asking_until < now())
       RETURNING refresh_token, key_id`,
      [loginId],
    );
    const [row] = rows;
    return row && { refreshToken: this.open(loginId, row.refresh_token, row.key_id) };
  }

  /** @param confirmed not given: the provider was asked in vain */
  async release(loginId: string, confirmed?: ConfirmedLogin): Promise<void> {
    const renewed = confirmed && {
      confirmedUntil: confirmed.confirmedUntil,
      ...this.sealed(loginId, confirmed.refreshToken),
    };
    await this.db.manager.update(ProviderLoginRow, { loginId }, { askingUntil: null, ...renewed });
  }

  /** The open logins that a logout at the provider is about. */
  loggedOut(tx: Transaction, { issuer, subject, sid }: LoggedOut): Promise<EndedLogin[]> {
    return managerOf(tx).query(
      `SELECT provider_logins.login_id AS "loginId", logins.user_id AS "userId"
       FROM provider_logins JOIN logins ON logins.id = provider_logins.login_id
       WHERE provider_logins.issuer = $1 AND logins.ended_at IS NULL
         AND ($2::text IS NULL OR provider_logins.subject = $2)
         AND ($3::text IS NULL OR provider_logins.sid = $3)`,
      [issuer, subject ?? null, sid ?? null],
    );
  }

  /** Under the main key itself: where that is taken away, its people log in again, and nothing is lost. */
  private sealed(loginId: string, refreshToken: string | undefined) {
    if (refreshToken === undefined) return { refreshToken: null, keyId: null };
    const { keyId, sealed } = this.keyRing.seal(Buffer.from(refreshToken), bindingOf(loginId));
    return { refreshToken: sealed, keyId };
  }

  private open(loginId: string, sealed: Buffer | null, keyId: string | null): string | undefined {
    if (!sealed || !keyId || !this.keyRing.ids.includes(keyId)) return undefined;
    return this.keyRing.open({ keyId, sealed }, bindingOf(loginId)).toString();
  }
}

/** Associated data of the sealed column. */
const bindingOf = (loginId: string): string => `provider_logins.refresh_token:${loginId}`;
