import { Injectable } from '@nestjs/common';
import { newId, type Owner, type Role, type Transaction } from '@app/common';
import { managerOf } from '@app/database';

/** Stores the group memberships and roles that the provider's claims give. */
@Injectable()
export class ClaimedRightsStore {
  /**
   * Updates memberships, except those that an admin added.
   *
   * @param names the groups; missing ones are created
   */
  async followGroups(
    tx: Transaction,
    { userId, organizationId }: Owner,
    names: readonly string[],
  ): Promise<void> {
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

  /** @returns false for the last admin of an organization, who keeps the role */
  async followRole(tx: Transaction, { userId, organizationId }: Owner, role: Role): Promise<boolean> {
    // Of two admins who lose the role concurrently, the second waits and is the last one.
    await managerOf(tx).query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [organizationId]);
    const [, changed] = await managerOf(tx).query<[unknown, number]>(
      `UPDATE users SET role = $3 WHERE id = $1 AND organization_id = $2
         AND (role <> 'admin' OR EXISTS (
           SELECT FROM users AS others WHERE others.organization_id = $2 AND others.id <> $1
             AND others.role = 'admin' AND others.active))`,
      [userId, organizationId, role],
    );
    return changed === 1;
  }
}
