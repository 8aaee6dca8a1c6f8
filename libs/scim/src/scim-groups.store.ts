import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { MemberRef } from '@app/accounts';
import { runOnce, statement } from '@app/database';
import { folded, text, time, toCondition, type Attribute, type Attributes } from './filter';
import type { Window } from './pages';

/** A group as an identity provider sees it. */
export interface ScimGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  createdAt: Date;
}

export interface ScimMember {
  groupId: string;
  id: string;
  userName: string;
}

const COLUMNS = `groups.id, groups.name AS "displayName", groups.external_id AS "externalId",
  groups.created_at AS "createdAt"`;

const HAS_MEMBER: Attribute = (operator, value, add) =>
  `EXISTS (SELECT FROM group_members
     WHERE group_members.group_id = groups.id AND group_members.organization_id = $1 AND group_members.from_scim
       AND ${text('group_members.user_id::text', (id) => id.toLowerCase())(operator, value, add)})`;

const ATTRIBUTES: Attributes = {
  id: text('groups.id::text', (id) => id.toLowerCase()),
  displayname: folded('groups.name'),
  externalid: text('groups.external_id'),
  members: HAS_MEMBER,
  'members.value': HAS_MEMBER,
  'meta.created': time('groups.created_at'),
};

/** Reads groups, and their members that an identity provider has added. */
@Injectable()
export class ScimGroupsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async find({ id, organizationId }: MemberRef): Promise<ScimGroup | undefined> {
    const query = statement(`SELECT ${COLUMNS} FROM groups WHERE organization_id = $1 AND id = $2`, [
      organizationId,
      id,
    ]);
    return (await runOnce<ScimGroup>(this.db, query, { organizationId })).rows[0];
  }

  /** @throws AppError `bad_request` if the filter is malformed */
  async page(
    organizationId: string,
    filter: string | undefined,
    { offset, limit }: Window,
  ): Promise<{ total: number; groups: ScimGroup[] }> {
    const values: unknown[] = [organizationId];
    const add = (value: unknown) => `$${values.push(value)}`;
    const found = filter === undefined ? '' : ` AND ${toCondition(filter, ATTRIBUTES, add)}`;
    const from = `FROM groups WHERE organization_id = $1${found}`;
    const count = statement(`SELECT count(*)::int AS total ${from}`, [...values]);
    const { rows } = await runOnce<{ total: number }>(this.db, count, { organizationId });
    const page = `ORDER BY id OFFSET ${add(offset)} LIMIT ${add(limit)}`;
    const groups = statement(`SELECT ${COLUMNS} ${from} ${page}`, values);
    const read = limit === 0 ? [] : (await runOnce<ScimGroup>(this.db, groups, { organizationId })).rows;
    return { total: rows[0]!.total, groups: read };
  }

  /** Returns the members that an identity provider has added, at most `limit` of all groups together. */
  async members(organizationId: string, groupIds: readonly string[], limit: number): Promise<ScimMember[]> {
    const members = statement(
      `SELECT group_members.group_id AS "groupId", users.id, users.user_name AS "userName"
       FROM group_members JOIN users ON users.id = group_members.user_id
       WHERE group_members.organization_id = $1 AND group_members.group_id = ANY ($2::uuid[])
         AND group_members.from_scim
       ORDER BY group_members.group_id, users.id LIMIT $3`,
      [organizationId, groupIds, limit],
    );
    return (await runOnce<ScimMember>(this.db, members, { organizationId })).rows;
  }
}
