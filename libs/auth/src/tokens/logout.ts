import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { EndLogins } from './end-logins';
import { hashRefreshToken } from './hash-refresh-token';
import { RefreshTokenRow } from './refresh-token.entity';

/** Ends the login that a refresh token came of, spent or not. An unknown token has nothing to end. */
@Injectable()
export class Logout {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly endLogins: EndLogins,
  ) {}

  async execute(refreshToken: string): Promise<void> {
    const token = await this.db.manager.findOneBy(RefreshTokenRow, { hash: hashRefreshToken(refreshToken) });
    if (token) await this.endLogins.one(this.db.manager, token.loginId);
  }
}
