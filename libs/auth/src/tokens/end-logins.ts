import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { Clock } from '@app/common';
import { UserRow } from '../users/user.entity';
import { LoginRow } from './login.entity';

/** Ends logins, and with them every token that came of them, in the caller's transaction. */
@Injectable()
export class EndLogins {
  constructor(private readonly clock: Clock) {}

  async ofUser(tx: EntityManager, userId: string): Promise<void> {
    await tx.update(LoginRow, { userId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }

  async ofOrganization(tx: EntityManager, organizationId: string): Promise<void> {
    const users = await tx.find(UserRow, { select: { id: true }, where: { organizationId } });
    const userId = In(users.map(({ id }) => id));
    await tx.update(LoginRow, { userId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }

  async one(tx: EntityManager, loginId: string): Promise<void> {
    await tx.update(LoginRow, { id: loginId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }
}
