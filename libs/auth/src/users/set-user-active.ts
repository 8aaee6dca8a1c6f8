import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { EndLogins } from '../tokens/end-logins';
import { FindUser } from './find-user';
import type { User } from './user';
import { UserRow } from './user.entity';

/** Lets a user in, or keeps one out; keeping out ends the user's logins for good. */
@Injectable()
export class SetUserActive {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindUser,
    private readonly endLogins: EndLogins,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` */
  async execute(userName: string, active: boolean): Promise<User> {
    const user = await this.find.execute(userName);
    await this.db.transaction(async (tx) => {
      await tx.update(UserRow, { id: user.id }, { active });
      if (!active) await this.endLogins.ofUser(tx, user.id);
      await this.trail.record(tx, {
        action: active ? 'user.activate' : 'user.deactivate',
        subject: { type: 'user', id: user.id },
        organizationId: user.organizationId,
      });
    });
    return { ...user, active };
  }
}
