import { Inject, Injectable } from '@nestjs/common';
import { LoginsStore, type StoredLogin } from '@app/accounts';
import { Clock, newId, type Transaction } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import type { Device } from './device';

/** The client of a login: a program that stores its tokens, or the console, which uses a cookie. */
export type LoginKind = 'tokens' | 'console';

/** Leaves the user time to set up an authenticator app. */
const ENROLMENT_MS = 15 * 60 * 1000;

/** Opens a login, the family of all its tokens, in the caller's transaction. */
@Injectable()
export class OpenLogin {
  constructor(
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly logins: LoginsStore,
    private readonly clock: Clock,
  ) {}

  execute(
    tx: Transaction,
    { userId, kind, device }: { userId: string; kind: LoginKind; device: Device },
  ): Promise<StoredLogin> {
    return this.open(tx, { userId, console: kind === 'console' }, this.config.sessionMaxTtlMs, device);
  }

  /** Opens a login for a user who must first set up a second factor. */
  forEnrolment(tx: Transaction, userId: string): Promise<StoredLogin> {
    return this.open(tx, { userId, console: false }, ENROLMENT_MS);
  }

  private async open(
    tx: Transaction,
    input: Pick<StoredLogin, 'userId' | 'console'>,
    ttlMs: number,
    { browser, system }: Device = {},
  ): Promise<StoredLogin> {
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + ttlMs);
    const login = { ...input, id: newId(), createdAt, expiresAt, endedAt: null };
    await this.logins.open(tx, { ...login, browser: browser ?? null, system: system ?? null });
    return login;
  }
}
