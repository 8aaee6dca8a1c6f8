import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { EndLogins } from './end-logins';
import { hashRefreshToken } from './hash-refresh-token';
import { RefreshTokenRow } from './refresh-token.entity';

/** Ends the login that a refresh token came of, spent or not. An unknown token has nothing to end. */
@Injectable()
export class Logout {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly endLogins: EndLogins,
    private readonly trail: AuditTrail,
  ) {}

  async execute(refreshToken: string): Promise<void> {
    const hash = hashRefreshToken(refreshToken);
    const relations = { login: true };
    const token = await this.db.manager.findOne(RefreshTokenRow, { where: { hash }, relations });
    const { id, userId } = token?.login ?? {};
    if (!id || !userId) return;
    await this.db.transaction(async (tx) => {
      if (await this.endLogins.one(tx, id)) await this.trail.record(tx, { action: 'logout', userId });
    });
  }
}
