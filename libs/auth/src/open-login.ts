import { Inject, Injectable } from '@nestjs/common';
import { LoginsStore, type StoredLogin } from '@app/accounts';
import { Clock, newId, type Transaction } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';

/** What a login is for: a program that keeps its tokens, or the console, whose browser keeps them in a cookie. */
export type LoginKind = 'tokens' | 'console';

/** Opens a login, the family of all tokens that come of it, in the caller's transaction. */
@Injectable()
export class OpenLogin {
  constructor(
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly logins: LoginsStore,
    private readonly clock: Clock,
  ) {}

  /** @param ttlMs how long it may last at most; not given: as the settings have it */
  async execute(
    tx: Transaction,
    userId: string,
    kind: LoginKind,
    ttlMs = this.config.sessionMaxTtlMs,
  ): Promise<StoredLogin> {
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + ttlMs);
    const login = { id: newId(), userId, createdAt, expiresAt, endedAt: null, console: kind === 'console' };
    await this.logins.open(tx, login);
    return login;
  }
}
