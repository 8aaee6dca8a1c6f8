import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type EntityManager } from 'typeorm';
import { AuditTrail, type AuditReason } from '@app/audit';
import { AppError, Clock, networkOf, newId } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { Passwords } from '../users/passwords';
import { loginName } from '../users/user-name';
import { UserRow } from '../users/user.entity';
import { IssueTokens } from './issue-tokens';
import { LoginThrottle } from './login-throttle';
import { LoginRow } from './login.entity';
import type { Tokens } from './tokens';

export interface LoginInput {
  userName: string;
  password: string;
  /** Network address of the caller, for counting failures. */
  address: string;
}

/** A user name and a password become a pair of tokens (contract: Login and tokens). */
@Injectable()
export class Login {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly issueTokens: IssueTokens,
    private readonly trail: AuditTrail,
    private readonly ring: KeyRing,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `unauthenticated` with the documented words; `too_many_requests` after too many failures;
   * `unavailable` where too many log in at once
   */
  async execute({ userName, password, address }: LoginInput): Promise<Tokens> {
    return this.throttle.countFailures({ userName: loginName(userName), address }, async () => {
      const user = await this.find(userName);
      const matches = await this.passwords.matches(password, user?.passwordHash);
      const addressHash = this.ring.hash('audit-address', networkOf(address));
      if (!user?.active || !user.organization?.active) {
        await this.recordRefusal(addressHash, user ? 'inactive' : 'unknown_user', user);
        throw unknownOrInactive(userName);
      }
      if (!matches) {
        await this.recordRefusal(addressHash, 'wrong_password', user);
        throw new AppError('unauthenticated', 'Invalid UserName or Password!');
      }
      return this.db.transaction(async (tx) => {
        await this.checkUnchanged(tx, user);
        const { id: userId, organizationId } = user;
        await this.trail.record(tx, { action: 'login', userId, organizationId, addressHash });
        return this.issueTokens.execute(tx, user, await this.open(tx, user.id));
      });
    });
  }

  /** Of a user who is not known nothing is kept: a name may be a password that was typed into the wrong field. */
  private recordRefusal(addressHash: string, reason: AuditReason, user: UserRow | null): Promise<void> {
    return this.trail.record(this.db.manager, {
      action: 'login',
      outcome: 'refused',
      reason,
      addressHash,
      ...(user && { subject: { type: 'user', id: user.id }, organizationId: user.organizationId }),
    });
  }

  private async find(userName: string): Promise<UserRow | null> {
    // PostgreSQL refuses a NUL, and nobody's name holds one.
    if (userName.includes('\0')) return null;
    return this.db.manager.findOne(UserRow, {
      where: { loginName: loginName(userName) },
      relations: { organization: true },
    });
  }

  /** Comparing took a while: a password that was changed meanwhile must not leave an open login behind. */
  private async checkUnchanged(tx: EntityManager, { id, passwordHash, userName }: UserRow): Promise<void> {
    const unchanged = await tx.findOne(UserRow, {
      where: { id, passwordHash, active: true },
      lock: { mode: 'pessimistic_read' },
    });
    if (!unchanged) throw unknownOrInactive(userName);
  }

  private async open(tx: EntityManager, userId: string): Promise<LoginRow> {
    const now = this.clock.now();
    await tx.delete(LoginRow, { userId, expiresAt: LessThan(now) });
    const expiresAt = new Date(now.getTime() + this.config.sessionMaxTtlMs);
    const login = { id: newId(), userId, createdAt: now, expiresAt, endedAt: null };
    await tx.insert(LoginRow, login);
    return login;
  }
}

const unknownOrInactive = (userName: string): AppError =>
  new AppError('unauthenticated', `UserNotfound Or Inactive ${userName}`);
