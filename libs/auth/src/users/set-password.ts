import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { EndLogins } from '../tokens/end-logins';
import { FindUser } from './find-user';
import { checkPassword } from './password-rules';
import { Passwords } from './passwords';
import type { User } from './user';
import { UserRow } from './user.entity';

/** Gives a user a new password and ends the logins that the old one opened. */
@Injectable()
export class SetPassword {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindUser,
    private readonly passwords: Passwords,
    private readonly endLogins: EndLogins,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found`, or `bad_request` for a password that is too short or too long */
  async execute(userName: string, password: string): Promise<User> {
    checkPassword(password);
    const user = await this.find.execute(userName);
    const passwordHash = await this.passwords.hash(password);
    await this.db.transaction(async (tx) => {
      await tx.update(UserRow, { id: user.id }, { passwordHash });
      await this.endLogins.ofUser(tx, user.id);
      const { id, organizationId } = user;
      await this.trail.record(tx, { action: 'user.password', subject: { type: 'user', id }, organizationId });
    });
    return user;
  }
}
