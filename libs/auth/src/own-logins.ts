import { Injectable } from '@nestjs/common';
import { LoginsStore, type DescribedLogin } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, isId, Transactions, type Transaction } from '@app/common';
import type { AuthUser } from './caller';

/** The refusal of a token that the single sign-on provider issued to a program. */
export const NO_LOGIN = 'This requires the access token of a login of this service';

type LoggedIn = Pick<AuthUser, 'userId' | 'sessionId'>;

export interface OwnLogin extends DescribedLogin {
  /** Whether the request belongs to it. */
  isCurrent: boolean;
}

/** Lists and ends the open logins of a user, for that user. */
@Injectable()
export class OwnLogins {
  constructor(
    private readonly logins: LoginsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /** Returns the open logins, the last used first. */
  async list({ userId, sessionId }: LoggedIn): Promise<OwnLogin[]> {
    const logins = await this.logins.openOfUser(userId);
    return logins.map((login) => ({ ...login, isCurrent: login.id === sessionId }));
  }

  /** @throws AppError `not_found` if the user has no such open login */
  async end({ userId }: LoggedIn, id: string): Promise<void> {
    const isEnded = isId(id) && (await this.endThose(userId, (tx) => this.logins.endOfUser(tx, userId, id)));
    if (!isEnded) throw new AppError('not_found', 'You have no such login');
  }

  /**
   * Ends all logins of the user except the one of the request.
   *
   * @throws AppError `forbidden` if the request has no login
   */
  async endOthers({ userId, sessionId }: LoggedIn): Promise<void> {
    if (sessionId === undefined) throw new AppError('forbidden', NO_LOGIN);
    await this.endThose(userId, (tx) => this.logins.endOthersOfUser(tx, userId, sessionId));
  }

  private endThose(userId: string, end: (tx: Transaction) => Promise<number>): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const logins = await end(tx);
      if (logins > 0)
        await this.trail.record(tx, { action: 'logout', reason: 'elsewhere', userId, counts: { logins } });
      return logins > 0;
    });
  }
}
