import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, newId } from '@app/common';
import { FindOrganization } from '../organizations/find-organization';
import { isUniqueViolation } from '../unique-violation';
import { checkPassword } from './password-rules';
import { Passwords } from './passwords';
import { toUser, type User } from './user';
import { checkUserName, loginName } from './user-name';
import { UserRow } from './user.entity';

export interface CreateUserInput {
  userName: string;
  password: string;
  /** Id or exact name. */
  organization: string;
}

/** A new, active user of an organization. */
@Injectable()
export class CreateUser {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly trail: AuditTrail,
    private readonly findOrganization: FindOrganization,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `bad_request`, `not_found` for the organization, `conflict` for a name that is taken */
  async execute({ userName, password, organization }: CreateUserInput): Promise<User> {
    checkUserName(userName);
    checkPassword(password);
    const { id: organizationId } = await this.findOrganization.execute(organization);
    const row = {
      id: newId(),
      organizationId,
      userName,
      loginName: loginName(userName),
      passwordHash: await this.passwords.hash(password),
      active: true,
      rateLimits: {},
      createdAt: this.clock.now(),
    };
    try {
      await this.db.transaction(async (tx) => {
        await tx.insert(UserRow, row);
        const subject = { type: 'user', id: row.id } as const;
        await this.trail.record(tx, { action: 'user.create', subject, organizationId });
      });
    } catch (error) {
      if (isUniqueViolation(error, 'users_login_name_unique'))
        throw new AppError('conflict', 'A user of this name exists already');
      throw error;
    }
    return toUser(row);
  }
}
