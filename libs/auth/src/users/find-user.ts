import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AppError } from '@app/common';
import { toUser, type User } from './user';
import { loginName } from './user-name';
import { UserRow } from './user.entity';

@Injectable()
export class FindUser {
  constructor(@InjectRepository(UserRow) private readonly rows: Repository<UserRow>) {}

  /** @throws AppError `not_found` */
  async execute(userName: string): Promise<User> {
    const row = await this.rows.findOneBy({ loginName: loginName(userName) });
    if (!row) throw new AppError('not_found', 'No user has this name; user list shows all');
    return toUser(row);
  }
}
