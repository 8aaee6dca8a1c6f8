import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { LoginsStore, type OpenLogin } from '@app/accounts';
import type { Transaction } from '@app/common';
import { KeyRing } from '@app/crypto';
import { managerOf } from '@app/database';
import type { ConfirmedLogin } from '../provider/provider-login';
import { ProviderLoginRow } from './single-sign-on.entities';

/** A login with the provider's data about it. */
export interface NewProviderLogin extends ConfirmedLogin {
  loginId: string;
  issuer: string;
  subject: string;
  sid: string | undefined;
}

/** The logins that a logout at the provider ends: those of one provider login, or all of a person. */
export interface LoggedOut {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}

/** The time that a process has to ask the provider before another process may. */
const ASKING = '15 seconds';

/** Stores the provider's confirmations by login. */
@Injectable()
export class ProviderLoginsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keyRing: KeyRing,
    private readonly logins: LoginsStore,
  ) {}

  async add(tx: Transaction, { refreshToken, sid, ...login }: NewProviderLogin): Promise<void> {
    await managerOf(tx).insert(ProviderLoginRow, {
      ...login,
      sid: sid ?? null,
      ...this.sealed(login.loginId, refreshToken),
    });
  }

  /** Returns undefined for a password login. */
  async confirmedUntil(loginId: string): Promise<Date | undefined> {
    const row = await this.db.manager.findOne(ProviderLoginRow, {
      select: { loginId: true, confirmedUntil: true },
      where: { loginId },
    });
    return row?.confirmedUntil;
  }

  /**
   * Claims the right to ask the provider about a login, for one of several concurrent callers.
   *
   * @returns undefined if another caller has it; the refresh token is undefined if there is none or it cannot be
   * decrypted
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

  /** @param confirmed if absent, the provider gave no confirmation */
  async release(loginId: string, confirmed?: ConfirmedLogin): Promise<void> {
    const renewed = confirmed && {
      confirmedUntil: confirmed.confirmedUntil,
      ...this.sealed(loginId, confirmed.refreshToken),
    };
    await this.db.manager.update(ProviderLoginRow, { loginId }, { askingUntil: null, ...renewed });
  }

  /** Returns the open logins that a logout at the provider ends. */
  async loggedOut(tx: Transaction, { issuer, subject, sid }: LoggedOut): Promise<OpenLogin[]> {
    const rows = await managerOf(tx).query<{ login_id: string }[]>(
      `SELECT login_id FROM provider_logins
       WHERE issuer = $1 AND ($2::text IS NULL OR subject = $2) AND ($3::text IS NULL OR sid = $3)`,
      [issuer, subject ?? null, sid ?? null],
    );
    return this.logins.openAmong(
      tx,
      rows.map((row) => row.login_id),
    );
  }

  /** Returns those of the logins that were made by single sign-on. */
  async among(tx: Transaction, loginIds: readonly string[]): Promise<Set<string>> {
    const rows = await managerOf(tx).query<{ login_id: string }[]>(
      'SELECT login_id FROM provider_logins WHERE login_id = ANY ($1::uuid[])',
      [loginIds],
    );
    return new Set(rows.map((row) => row.login_id));
  }

  /** Seals with the main key itself. If that key is removed, the users just log in again. */
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

/** Returns the associated data of the sealed column. */
const bindingOf = (loginId: string): string => `provider_logins.refresh_token:${loginId}`;
