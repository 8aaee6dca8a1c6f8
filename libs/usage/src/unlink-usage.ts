import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';

/** A person is erased: what was consumed stays the organization's (contract: Token usage), and says no longer whose it was. */
@Injectable()
export class UnlinkUsage {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @returns how many calls of models that were */
  async execute({ userId, organizationId }: Owner): Promise<number> {
    const [, count] = await this.db.query<[unknown[], number]>(
      'UPDATE token_usage SET user_id = NULL WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    return count;
  }
}
