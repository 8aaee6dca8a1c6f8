import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { Clock, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { UserRow } from '../users/user.entity';
import { LoginRow } from './login.entity';

/** Ends logins, and with them every token that came of them, in the caller's transaction. */
@Injectable()
export class EndLogins {
  constructor(private readonly clock: Clock) {}

  async ofUser(transaction: Transaction, userId: string): Promise<void> {
    const tx = managerOf(transaction);
    await tx.update(LoginRow, { userId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }

  async ofOrganization(transaction: Transaction, organizationId: string): Promise<void> {
    const tx = managerOf(transaction);
    const users = await tx.find(UserRow, { select: { id: true }, where: { organizationId } });
    const userId = In(users.map(({ id }) => id));
    await tx.update(LoginRow, { userId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }

  /** @returns whether it had not ended before */
  async one(transaction: Transaction, loginId: string): Promise<boolean> {
    const tx = managerOf(transaction);
    const open = { id: loginId, endedAt: IsNull() };
    const { affected } = await tx.update(LoginRow, open, { endedAt: this.clock.now() });
    return affected === 1;
  }
}
