import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, Clock, type Grant, type Owner, type Role, type Scope } from '@app/common';
import { runPrepared, statement } from '@app/database';
import type { Identity } from './identities/identities.store';
import type { CallerLimits, StoredLimits } from './limits';

/** The login and the user that a token names. */
export interface AccessRequest extends Owner {
  loginId: string;
}

/** A caller's rights and limits. */
export interface Access {
  /** The organization's grants. */
  grants: readonly Grant[];
  /** Ids of the user's groups. */
  groups: readonly string[];
  /** Whether the organization has any budgets. */
  budgeted: boolean;
  limits: CallerLimits;
}

/** The access of a logged-in user. */
export interface LoginAccess extends Access {
  role: Role;
}

/** The access of a user that a single sign-on provider identifies. */
export interface PersonAccess extends LoginAccess, Owner {
  userName: string;
}

/** The access of a program with a key: the owner it acts for, and its scopes. */
export interface KeyAccess extends Access, Owner {
  /** SHA-256 of the whole key, as base64url. */
  hash: string;
  userName: string;
  scopes: readonly Scope[];
  /** The UTC day of its last call, as `YYYY-MM-DD`. */
  lastUsedOn: string | null;
}

interface AccessRow {
  /** The position of the request in its batch, from 1. */
  place: number;
  grants: Grant[];
  budgeted: boolean;
  groups: readonly { id: string; limits: StoredLimits }[];
  own: StoredLimits;
  shared: StoredLimits;
  total: StoredLimits;
}

/** The query's columns of users and organizations. Written as SQL because it runs for every request. */
const ACCESS = `
  asked.place::int, organizations.grants, organizations.budgeted, users.rate_limits AS own,
  organizations.rate_limits AS shared, organizations.total_limits AS total,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', groups.id, 'limits', groups.rate_limits))
            FROM group_members JOIN groups ON groups.id = group_members.group_id
            WHERE group_members.user_id = users.id AND groups.organization_id = organizations.id), '[]') AS groups`;

const OF_LOGINS = `
  SELECT ${ACCESS}, users.role
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
    WITH ORDINALITY AS asked (login_id, user_id, organization_id, place)
  JOIN logins ON logins.id = asked.login_id AND logins.user_id = asked.user_id
  JOIN users ON users.id = logins.user_id AND users.role IS NOT NULL
  JOIN organizations ON organizations.id = users.organization_id
    AND organizations.id = asked.organization_id
  WHERE logins.ended_at IS NULL AND logins.expires_at > $4 AND users.active AND organizations.active`;

const OF_PEOPLE = `
  SELECT ${ACCESS}, users.role, users.id AS "userId", users.user_name AS "userName",
    organizations.id AS "organizationId"
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (issuer, subject, place)
  JOIN user_identities USING (issuer, subject)
  JOIN users ON users.id = user_identities.user_id AND users.role IS NOT NULL
  JOIN organizations ON organizations.id = users.organization_id
  WHERE users.active AND organizations.active`;

const OF_KEYS = `
  SELECT ${ACCESS}, api_keys.hash, api_keys.scopes, api_keys.rate_limits AS "keyLimits",
    api_keys.last_used_on::text AS "lastUsedOn", users.id AS "userId", users.user_name AS "userName",
    organizations.id AS "organizationId"
  FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (key_id, place)
  JOIN api_keys ON api_keys.id = asked.key_id
  JOIN users ON users.id = api_keys.user_id AND users.organization_id = api_keys.organization_id
  JOIN organizations ON organizations.id = users.organization_id
  WHERE api_keys.revoked_at IS NULL AND (api_keys.expires_at IS NULL OR api_keys.expires_at > $2)
    AND users.active AND organizations.active`;

/** Reads callers' current access. Concurrent requests share one look-up by id, and nothing is cached. */
@Injectable()
export class AccessStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Returns the access of each request; undefined if the login has ended, or the user or organization is inactive. */
  async ofLogins(requests: readonly AccessRequest[]): Promise<(LoginAccess | undefined)[]> {
    const columns = [
      requests.map(({ loginId }) => loginId),
      requests.map(({ userId }) => userId),
      requests.map(({ organizationId }) => organizationId),
    ];
    const query = statement(OF_LOGINS, [...columns, this.clock.now()]);
    const rows = await runPrepared<AccessRow & { role: Role }>(this.db, query, ALL_OWNERS);
    const found = new Map(rows.map((row) => [row.place, { ...toAccess(row), role: row.role }]));
    return requests.map((_, i) => found.get(i + 1));
  }

  /** Returns the access for each identity; undefined if no user has it, or the user or organization is inactive. */
  async ofPeople(identities: readonly Identity[]): Promise<(PersonAccess | undefined)[]> {
    const columns = [identities.map(({ issuer }) => issuer), identities.map(({ subject }) => subject)];
    const query = statement(OF_PEOPLE, columns);
    const rows = await runPrepared<AccessRow & Omit<PersonAccess, keyof Access>>(this.db, query, ALL_OWNERS);
    const found = new Map(
      rows.map(({ place, role, userId, userName, organizationId, ...row }) => [
        place,
        { ...toAccess({ place, ...row }), role, userId, userName, organizationId },
      ]),
    );
    return identities.map((_, i) => found.get(i + 1));
  }

  /**
   * Returns the access for each key id; undefined if there is no such key, it was revoked or has expired, or its user
   * or organization is inactive. The caller must still compare the hash.
   */
  async ofKeys(ids: readonly string[]): Promise<(KeyAccess | undefined)[]> {
    const query = statement(OF_KEYS, [ids, this.clock.now()]);
    type KeyRow = AccessRow & Omit<KeyAccess, keyof Access> & { keyLimits: StoredLimits };
    const rows = await runPrepared<KeyRow>(this.db, query, ALL_OWNERS);
    const found = new Map(rows.map((row) => [row.place, toKeyAccess(row, row.keyLimits)]));
    return ids.map((_, i) => found.get(i + 1));
  }
}

const toAccess = ({ grants, budgeted, groups, own, shared, total }: AccessRow): Access => ({
  grants,
  budgeted,
  groups: groups.map(({ id }) => id),
  limits: { user: own, groups: groups.map(({ limits }) => limits), organization: shared, total },
});

function toKeyAccess(row: AccessRow & Omit<KeyAccess, keyof Access>, key: StoredLimits): KeyAccess {
  const { hash, scopes, lastUsedOn, userId, userName, organizationId } = row;
  const { limits, ...access } = toAccess(row);
  return {
    ...access,
    limits: { ...limits, key },
    hash,
    scopes,
    lastUsedOn,
    userId,
    userName,
    organizationId,
  };
}
