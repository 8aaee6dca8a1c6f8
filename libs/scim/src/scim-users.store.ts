import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { loginName, type MemberRef, type UserProfile } from '@app/accounts';
import { runOnce, statement } from '@app/database';
import { folded, text, time, toCondition, truth, type Attributes } from './filter';
import type { Window } from './pages';

/** A user as an identity provider sees them. */
export interface ScimUser extends Omit<UserProfile, 'removedAt'> {
  id: string;
  userName: string;
  active: boolean;
  createdAt: Date;
}

const COLUMNS = `
  users.id, users.user_name AS "userName", users.active, users.created_at AS "createdAt",
  user_profiles.external_id AS "externalId", user_profiles.display_name AS "displayName",
  user_profiles.given_name AS "givenName", user_profiles.family_name AS "familyName"`;

/** Excludes service accounts, and users that the provider has deleted. */
const VISIBLE = `
  FROM users
  LEFT JOIN user_profiles ON user_profiles.user_id = users.id AND user_profiles.organization_id = $1
  WHERE users.organization_id = $1 AND users.role IS NOT NULL AND user_profiles.removed_at IS NULL`;

const ADDRESS = text('users.login_name', loginName);

const ATTRIBUTES: Attributes = {
  id: text('users.id::text', (id) => id.toLowerCase()),
  username: ADDRESS,
  externalid: text('user_profiles.external_id'),
  displayname: folded('user_profiles.display_name'),
  'name.givenname': folded('user_profiles.given_name'),
  'name.familyname': folded('user_profiles.family_name'),
  active: truth('users.active'),
  emails: ADDRESS,
  'emails.value': ADDRESS,
  'emails.type': text(`'work'`),
  'emails.primary': truth('true'),
  'meta.created': time('users.created_at'),
};

/** Reads users for identity providers. */
@Injectable()
export class ScimUsersStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async find({ id, organizationId }: MemberRef): Promise<ScimUser | undefined> {
    const query = statement(`SELECT ${COLUMNS} ${VISIBLE} AND users.id = $2`, [organizationId, id]);
    const { rows } = await runOnce<ScimUser>(this.db, query, { organizationId });
    return rows[0];
  }

  /** @throws AppError `bad_request` if the filter is malformed */
  async page(
    organizationId: string,
    filter: string | undefined,
    { offset, limit }: Window,
  ): Promise<{ total: number; users: ScimUser[] }> {
    const values: unknown[] = [organizationId];
    const add = (value: unknown) => `$${values.push(value)}`;
    const found = filter === undefined ? '' : ` AND ${toCondition(filter, ATTRIBUTES, add)}`;
    const count = statement(`SELECT count(*)::int AS total ${VISIBLE}${found}`, [...values]);
    const { rows } = await runOnce<{ total: number }>(this.db, count, { organizationId });
    const page = `ORDER BY users.id OFFSET ${add(offset)} LIMIT ${add(limit)}`;
    const users = statement(`SELECT ${COLUMNS} ${VISIBLE}${found} ${page}`, values);
    const read = limit === 0 ? [] : (await runOnce<ScimUser>(this.db, users, { organizationId })).rows;
    return { total: rows[0]!.total, users: read };
  }
}
