import { Injectable } from '@nestjs/common';
import { newId, type Owner, type Transaction } from '@app/common';
import { managerOf } from '@app/database';

/** Which groups somebody is in because the provider says so. What an admin put somebody into is not touched. */
@Injectable()
export class ClaimedGroupsStore {
  /** @param names a group that is not there yet is made */
  async follow(tx: Transaction, { userId, organizationId }: Owner, names: readonly string[]): Promise<void> {
    const manager = managerOf(tx);
    await manager.query(
      `INSERT INTO groups (id, organization_id, name)
       SELECT made.id, $1, made.name FROM unnest($2::uuid[], $3::text[]) AS made (id, name)
       ON CONFLICT (organization_id, name) DO NOTHING`,
      [organizationId, names.map(() => newId()), names],
    );
    await manager.query(
      `DELETE FROM group_members USING groups
       WHERE groups.id = group_members.group_id AND group_members.user_id = $1
         AND group_members.organization_id = $2 AND group_members.from_claims AND groups.name <> ALL ($3::text[])`,
      [userId, organizationId, names],
    );
    await manager.query(
      `INSERT INTO group_members (user_id, group_id, organization_id, from_claims)
       SELECT $1, groups.id, groups.organization_id, true FROM groups
       WHERE groups.organization_id = $2 AND groups.name = ANY ($3::text[])
       ON CONFLICT DO NOTHING`,
      [userId, organizationId, names],
    );
  }
}
