import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Stores values that must not be used twice: the state of a login, the id of a logout token. */
@Injectable()
export class SingleUses {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * @param seconds how long a use is remembered; after that the value has expired anyway
   * @returns whether this is the first use in all processes
   */
  async take(kind: 'oidc-state' | 'logout-token', value: string, seconds: number): Promise<boolean> {
    const hash = createHash('sha256').update(`${kind}\n${value}`).digest('base64url');
    await this.db.query('DELETE FROM single_uses WHERE expires_at < now()');
    const taken = await this.db.query<object[]>(
      `INSERT INTO single_uses (hash, expires_at) VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT DO NOTHING RETURNING hash`,
      [hash, seconds],
    );
    return taken.length === 1;
  }
}
