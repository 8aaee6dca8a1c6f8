import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, Transactions } from '@app/common';
import { LoginsStore } from '../logins.store';
import { Users, type User } from '../users';
import { IdentitiesStore } from './identities.store';

/** A user with an identity at a single sign-on provider. */
export interface LinkedUser extends Pick<User, 'id' | 'userName' | 'organizationId'> {
  issuer: string;
  subject: string;
}

/** RFC 7519 and OpenID Connect Core, section 2: at most 255 characters; issuers are addresses. */
const LONGEST = 2_048;

/**
 * Links users to identities at a single sign-on provider for an operator. A first login there creates a user without a
 * link.
 */
@Injectable()
export class Identities {
  constructor(
    private readonly users: Users,
    private readonly store: IdentitiesStore,
    private readonly logins: LoginsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Links a user.
   *
   * @param issuer as in OIDC_ISSUER
   * @param subject the claim `sub`
   * @throws AppError `not_found`, `bad_request`, or `conflict` if the subject is linked to another user or the user to
   * another subject
   */
  async link(userName: string, issuer: string, subject: string): Promise<LinkedUser> {
    if ([issuer, subject].some((text) => text === '' || text.length > LONGEST))
      throw new AppError('bad_request', `Issuer and subject must be 1 to ${LONGEST} characters`);
    const { id, organizationId, userName: name } = await this.users.find(userName);
    await this.transactions.run(async (tx) => {
      if (!(await this.store.add(tx, { issuer, subject }, id, this.clock.now())))
        throw new AppError(
          'conflict',
          'This subject is already linked to a user, or this user to another subject; run user unlink first',
        );
      await this.trail.record(tx, { action: 'user.link', subject: { type: 'user', id }, organizationId });
    });
    return { id, userName: name, organizationId, issuer, subject };
  }

  /**
   * Unlinks a user and ends their logins.
   *
   * @throws AppError `not_found`
   */
  async unlink(userName: string, issuer: string): Promise<User> {
    const user = await this.users.find(userName);
    const { id, organizationId } = user;
    await this.transactions.run(async (tx) => {
      if (!(await this.store.remove(tx, id, issuer)))
        throw new AppError('not_found', 'This user is not linked to a subject of this issuer');
      await this.logins.endAllOfUser(tx, id);
      await this.trail.record(tx, { action: 'user.unlink', subject: { type: 'user', id }, organizationId });
    });
    return user;
  }
}
