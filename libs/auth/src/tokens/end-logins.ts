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

  /** @returns whether it had not ended before */
  async one(tx: EntityManager, loginId: string): Promise<boolean> {
    const open = { id: loginId, endedAt: IsNull() };
    const { affected } = await tx.update(LoginRow, open, { endedAt: this.clock.now() });
    return affected === 1;
  }
}
