import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { LoginCodeRow } from './login-code.entity';

/** From the answer of the provider to the console's first call. */
export const CODE_TTL_S = 60;

/** What leads a browser to its login: the code is in the address that it is sent to, the other it keeps in a cookie. */
export interface LoginCode {
  code: string;
  browser: string;
}

/** The codes by which the console takes over a login that single sign-on opened. */
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

  /** @returns the login's id; undefined for a code that is not good, or not in this browser. It is used up either way */
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

/** SHA-256 is enough: both are 256 random bits. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
