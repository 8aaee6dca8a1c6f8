import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { LoginCodeRow } from './login-code.entity';

/** The time between the provider's answer and the console's first call. */
export const CODE_TTL_S = 60;

/** The secrets that bind a browser to its login: the code in the redirect address, and a cookie. */
export interface LoginCode {
  code: string;
  browser: string;
}

/** Stores the codes with which the console takes over a login of single sign-on. */
@Injectable()
export class LoginCodesStore {
  constructor(private readonly clock: Clock) {}

  async make(tx: Transaction, loginId: string): Promise<LoginCode> {
    const [code, browser] = [random(), random()];
    const now = this.clock.now();
    await managerOf(tx).delete(LoginCodeRow, { expiresAt: LessThan(now) });
    await managerOf(tx).insert(LoginCodeRow, {
      hash: hashOf(code),
      browserHash: hashOf(browser),
      loginId,
      expiresAt: new Date(now.getTime() + CODE_TTL_S * 1000),
    });
    return { code, browser };
  }

  /**
   * @returns the login's id; undefined if the code is invalid or belongs to another browser. The code is used up in
   * both cases.
   */
  async take(tx: Transaction, { code, browser }: LoginCode): Promise<string | undefined> {
    const hash = hashOf(code);
    const row = await managerOf(tx).findOne(LoginCodeRow, {
      where: { hash },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return undefined;
    await managerOf(tx).delete(LoginCodeRow, { hash });
    const isGood = row.browserHash === hashOf(browser) && row.expiresAt > this.clock.now();
    return isGood ? row.loginId : undefined;
  }
}

const random = (): string => randomBytes(32).toString('base64url');

/** Hashes a secret. SHA-256 is sufficient, because both are 256 random bits. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
