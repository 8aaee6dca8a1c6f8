import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { toUser, type User } from './user';
import { UserRow } from './user.entity';

/** All users of all organizations, by name. */
@Injectable()
export class ListUsers {
  constructor(@InjectRepository(UserRow) private readonly rows: Repository<UserRow>) {}

  async execute(): Promise<User[]> {
    return (await this.rows.find({ order: { loginName: 'ASC' } })).map(toUser);
  }
}
