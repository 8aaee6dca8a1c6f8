import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { EndLogins } from '../tokens/end-logins';
import { LoginRow } from '../tokens/login.entity';
import { RefreshTokenRow } from '../tokens/refresh-token.entity';
import { UserRow } from './user.entity';

export interface RemovedUser {
  /** 0 where the user was gone already. */
  users: number;
  logins: number;
  refreshTokens: number;
}

/** The two ends of an erasure, in the caller's transactions: first nobody gets in any more, at last nothing is left. */
@Injectable()
export class RemoveUser {
  constructor(private readonly endLogins: EndLogins) {}

  async shutOut(transaction: Transaction, id: string): Promise<void> {
    const tx = managerOf(transaction);
    await tx.update(UserRow, { id }, { active: false });
    await this.endLogins.ofUser(tx, id);
  }

  async execute(transaction: Transaction, id: string): Promise<RemovedUser> {
    const tx = managerOf(transaction);
    const logins = await tx.countBy(LoginRow, { userId: id });
    const refreshTokens = await tx.countBy(RefreshTokenRow, { login: { userId: id } });
    const { affected } = await tx.delete(UserRow, { id });
    return { users: affected ?? 0, logins, refreshTokens };
  }
}
