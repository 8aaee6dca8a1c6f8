import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MoreThan, type DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { inScope, managerOf, runOnce, statement } from '@app/database';
import { refusing } from '../accounts.store';
import type { PageRequest } from '../page';
import type { MemberRef } from '../user-ref';
import { GroupMemberRow, GroupRow } from './groups.entities';

type GroupChange = Partial<Pick<GroupRow, 'name' | 'rateLimits' | 'externalId'>>;

/** A member of a group, and whether single sign-on claims or SCIM added them. */
export interface GroupMember {
  id: string;
  userName: string;
  fromClaims: boolean;
  fromScim: boolean;
}

type Membership = Pick<GroupMemberRow, 'groupId' | 'userId' | 'organizationId'>;

const NAME_TAKEN = 'A group of this name exists already; choose another name';
const NIL = '00000000-0000-0000-0000-000000000000';

/** Stores groups and their members. */
@Injectable()
export class GroupsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns groups in the order of their creation. */
  page(organizationId: string, { after, limit: take }: PageRequest): Promise<GroupRow[]> {
    const where = { organizationId, ...(after !== undefined && { id: MoreThan(after) }) };
    return inScope(this.db, { organizationId }, (tx) =>
      tx.find(GroupRow, { where, order: { id: 'ASC' }, take }),
    );
  }

  byName(organizationId: string, name: string): Promise<GroupRow | null> {
    return inScope(this.db, { organizationId }, (tx) => tx.findOneBy(GroupRow, { organizationId, name }));
  }

  byNameIn(tx: Transaction, organizationId: string, name: string): Promise<GroupRow | null> {
    return managerOf(tx).findOneBy(GroupRow, { organizationId, name });
  }

  find({ id, organizationId }: MemberRef): Promise<GroupRow | null> {
    return inScope(this.db, { organizationId }, (tx) => tx.findOneBy(GroupRow, { id, organizationId }));
  }

  /** Returns those of the ids that name a group of the organization. */
  async known(organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    const known = statement('SELECT id FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [
      organizationId,
      ids,
    ]);
    const { rows } = await runOnce<Pick<GroupRow, 'id'>>(this.db, known, { organizationId });
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the names of those of the ids that name a group of the organization. */
  async namesAmong(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const named = statement(
      'SELECT id, name FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
      [organizationId, ids],
    );
    const { rows } = await runOnce<Pick<GroupRow, 'id' | 'name'>>(this.db, named, { organizationId });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Returns the ids of those groups of the organization that have one of the names. */
  async idsOf(organizationId: string, names: readonly string[]): Promise<Map<string, string>> {
    const named = statement(
      'SELECT id, name FROM groups WHERE organization_id = $1 AND name = ANY ($2::text[])',
      [organizationId, [...new Set(names.filter((name) => !name.includes('\0')))]],
    );
    const { rows } = await runOnce<Pick<GroupRow, 'id' | 'name'>>(this.db, named, { organizationId });
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /** Returns the group, locked until the transaction ends. */
  locked(tx: Transaction, { id, organizationId }: MemberRef): Promise<GroupRow | null> {
    const where = { id, organizationId };
    return managerOf(tx).findOne(GroupRow, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws AppError `conflict` if another group of the organization has the name */
  async add(tx: Transaction, row: GroupRow): Promise<void> {
    await refusing('groups_name_unique', NAME_TAKEN, managerOf(tx).insert(GroupRow, row));
  }

  /** @throws AppError `conflict` if another group of the organization has the name */
  async change(tx: Transaction, { id, organizationId }: MemberRef, change: GroupChange): Promise<void> {
    const changing = managerOf(tx).update(GroupRow, { id, organizationId }, change);
    await refusing('groups_name_unique', NAME_TAKEN, changing);
  }

  /** Deletes a group and its memberships. */
  async remove(tx: Transaction, { id, organizationId }: MemberRef): Promise<void> {
    await managerOf(tx).delete(GroupRow, { id, organizationId });
  }

  /** Returns the members in the order in which the users were created. */
  async members({ id, organizationId }: MemberRef, { after, limit }: PageRequest): Promise<GroupMember[]> {
    const members = statement(
      `SELECT users.id, users.user_name AS "userName", group_members.from_claims AS "fromClaims",
         group_members.from_scim AS "fromScim"
       FROM group_members JOIN users ON users.id = group_members.user_id
       WHERE group_members.group_id = $1 AND group_members.organization_id = $2 AND group_members.user_id > $3
       ORDER BY group_members.user_id LIMIT $4`,
      [id, organizationId, after ?? NIL, limit],
    );
    return (await runOnce<GroupMember>(this.db, members, { organizationId })).rows;
  }

  /** Returns the names of a user's groups. */
  async namesOf({ id: userId, organizationId }: MemberRef): Promise<string[]> {
    const relations = { group: true };
    const where = { userId, organizationId };
    const rows = await inScope(this.db, { organizationId }, (tx) =>
      tx.find(GroupMemberRow, { where, relations }),
    );
    return rows.map(({ group }) => group!.name).sort();
  }

  /** Returns the groups of a user, by name. */
  async ofMember({ id: userId, organizationId }: MemberRef): Promise<Pick<GroupRow, 'id' | 'name'>[]> {
    const groups = statement(
      `SELECT groups.id, groups.name FROM groups JOIN group_members ON group_members.group_id = groups.id
       WHERE group_members.user_id = $1 AND group_members.organization_id = $2 ORDER BY groups.name`,
      [userId, organizationId],
    );
    return (await runOnce<Pick<GroupRow, 'id' | 'name'>>(this.db, groups, { organizationId })).rows;
  }

  /** Returns the ids of the members, locked against their removal until the transaction ends, as the group is. */
  async heldMemberIds(tx: Transaction, { id, organizationId }: MemberRef): Promise<string[]> {
    const rows = await managerOf(tx).query<{ user_id: string }[]>(
      `SELECT user_id FROM groups JOIN group_members ON group_members.group_id = groups.id
       WHERE groups.id = $1 AND groups.organization_id = $2 ORDER BY user_id
       FOR KEY SHARE OF groups, group_members`,
      [id, organizationId],
    );
    return rows.map(({ user_id: userId }) => userId);
  }

  /**
   * Adds a user manually, so that neither single sign-on claims nor SCIM remove them.
   *
   * @returns whether anything changed
   */
  async addMember(tx: Transaction, { groupId, userId, organizationId }: Membership): Promise<boolean> {
    const rows = await managerOf(tx).query<unknown[]>(
      `INSERT INTO group_members (group_id, user_id, organization_id) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, group_id) DO UPDATE SET from_claims = false, from_scim = false
       WHERE group_members.from_claims OR group_members.from_scim RETURNING true`,
      [groupId, userId, organizationId],
    );
    return rows.length > 0;
  }

  /** @returns whether the user was a member */
  async removeMember(tx: Transaction, { groupId, userId, organizationId }: Membership): Promise<boolean> {
    const { affected } = await managerOf(tx).delete(GroupMemberRow, { groupId, userId, organizationId });
    return affected === 1;
  }

  /** Returns those of the ids that are users of the organization, and not service accounts. */
  async usersAmong(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await managerOf(tx).query<{ id: string }[]>(
      'SELECT id FROM users WHERE organization_id = $1 AND role IS NOT NULL AND id = ANY ($2::uuid[])',
      [organizationId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Makes members members by SCIM, also those that an admin or claims have added. @returns those that changed */
  async addByScim(
    tx: Transaction,
    { id, organizationId }: MemberRef,
    ids: readonly string[],
  ): Promise<string[]> {
    const rows = await managerOf(tx).query<{ user_id: string }[]>(
      `INSERT INTO group_members (group_id, user_id, organization_id, from_scim)
       SELECT $1, user_id, $2, true FROM unnest($3::uuid[]) AS user_id
       ON CONFLICT (user_id, group_id) DO UPDATE SET from_scim = true, from_claims = false
       WHERE NOT group_members.from_scim RETURNING user_id`,
      [id, organizationId, ids],
    );
    return rows.map((row) => row.user_id);
  }

  /** @param ids absent: all members that SCIM added, except `but` @returns those that were removed */
  async removeByScim(
    tx: Transaction,
    { id, organizationId }: MemberRef,
    { ids, but = [] }: { ids?: readonly string[]; but?: readonly string[] },
  ): Promise<string[]> {
    const [rows] = await managerOf(tx).query<[{ user_id: string }[], number]>(
      `DELETE FROM group_members WHERE group_id = $1 AND organization_id = $2 AND from_scim
         AND ($3::uuid[] IS NULL OR user_id = ANY ($3)) AND user_id <> ALL ($4::uuid[]) RETURNING user_id`,
      [id, organizationId, ids ?? null, but],
    );
    return rows.map((row) => row.user_id);
  }
}
