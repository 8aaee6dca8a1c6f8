import { Injectable } from '@nestjs/common';
import { managerOf } from '@app/database';
import type { Transaction } from '@app/common';
import { ApiKeyRow } from './api-key.entity';

/** A key of an organization. */
export interface KeyOfOrganization {
  id: string;
  organizationId: string;
}

/** The rows of API keys. */
@Injectable()
export class ApiKeysStore {
  /** @param day in UTC, as `YYYY-MM-DD`. @returns whether no call of that day was noted before */
  async noteUse(tx: Transaction, { id, organizationId }: KeyOfOrganization, day: string): Promise<boolean> {
    const { affected } = await managerOf(tx)
      .createQueryBuilder()
      .update(ApiKeyRow)
      .set({ lastUsedOn: day })
      .where({ id, organizationId })
      .andWhere('(last_used_on IS NULL OR last_used_on < :day)', { day })
      .execute();
    return affected === 1;
  }
}
