import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { ReplacementStyle } from '@app/anonymization';
import { ALL_OWNERS, type Owner, type Transaction } from '@app/common';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf } from '@app/database';
import { openName, sealName, type Case } from './case';

type ListedRow = KeyColumns & {
  id: string;
  name: Buffer;
  style: ReplacementStyle;
  user_id: string;
  entities: number;
  members: string;
  group_id: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date | null;
};

/** A new case. */
export interface NewCase {
  id: string;
  name: string;
  style: ReplacementStyle;
  expiresAt: Date | null;
}

/** A case of any owner. */
export interface CaseOf extends Owner {
  id: string;
}

/** A case that a user may use, or has brought values to. */
export interface CaseOfUser extends CaseOf {
  /** Whether the user may use it */
  isMember: boolean;
}

const OPEN = '(cases.expires_at IS NULL OR cases.expires_at > now())';

/** Stores cases and their members. `CaseTablesStore` stores their tables. */
@Injectable()
export class CasesStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @returns undefined if the owner already has `most` open cases */
  async add(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    { id, name, style, expiresAt }: NewCase,
    most: number,
  ): Promise<boolean> {
    const tx = managerOf(transaction);
    // Serializes additions of one owner, so that two cannot pass the limit together.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`cases ${userId}`]);
    const [count] = await tx.query<{ open: string }[]>(
      `SELECT count(*) AS open FROM cases WHERE user_id = $1 AND organization_id = $2 AND ${OPEN}`,
      [userId, organizationId],
    );
    if (Number(count!.open) >= most) return false;
    const key = await this.keys.create(tx, id);
    await tx.query(
      `INSERT INTO cases (id, organization_id, user_id, name, style, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, organizationId, userId, sealName(key, name), style, expiresAt],
    );
    await tx.query('INSERT INTO case_members (case_id, organization_id, user_id) VALUES ($1, $2, $3)', [
      id,
      organizationId,
      userId,
    ]);
    return true;
  }

  /** Returns the open cases that a user may use, the newest first. @param before the id of the last one of a page */
  async page(member: Owner, { before, limit }: { before?: string; limit: number }): Promise<Case[]> {
    return this.select(member, 'AND ($3::uuid IS NULL OR cases.id < $3) ORDER BY cases.id DESC LIMIT $4', [
      before ?? null,
      limit,
    ]);
  }

  /** Returns an open case that a user may use. */
  async find(member: Owner, id: string): Promise<Case | undefined> {
    const [found] = await this.select(member, 'AND cases.id = $3', [id]);
    return found;
  }

  private async select(member: Owner, where: string, values: readonly unknown[]): Promise<Case[]> {
    const rows = await inScope(this.db, member, (tx) =>
      tx.query<ListedRow[]>(
        `SELECT cases.*, ${this.keys.columnsOf('cases.id')},
           (SELECT count(*) FROM case_members others WHERE others.case_id = cases.id) AS members
         FROM cases JOIN case_members ON case_members.case_id = cases.id
         WHERE case_members.user_id = $1 AND case_members.organization_id = $2 AND ${OPEN} ${where}`,
        [member.userId, member.organizationId, ...values],
      ),
    );
    return rows.flatMap((row) => {
      const key = this.keys.read(row.id, row);
      // The key is deleted with the case, which may be happening now.
      if (!key) return [];
      return {
        id: row.id,
        name: openName(key, row.name),
        style: row.style,
        isOwner: row.user_id === member.userId,
        entities: row.entities,
        members: Number(row.members),
        groupId: row.group_id,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at,
      };
    });
  }

  /** Locks an open case until the transaction ends. @returns whether the user owns it */
  async lock(transaction: Transaction, { userId, organizationId }: Owner, id: string): Promise<boolean> {
    const rows = await managerOf(transaction).query<unknown[]>(
      `SELECT FROM cases WHERE id = $1 AND user_id = $2 AND organization_id = $3 AND ${OPEN} FOR NO KEY UPDATE`,
      [id, userId, organizationId],
    );
    return rows.length > 0;
  }

  /** Changes name and expiry of a case that is locked. Absent fields stay. */
  async change(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    id: string,
    { name, expiresAt }: { name?: string; expiresAt?: Date | null },
  ): Promise<void> {
    const tx = managerOf(transaction);
    const sealed = name === undefined ? null : sealName(await this.keys.load(tx, id), name);
    await tx.query(
      `UPDATE cases SET name = coalesce($4, name), expires_at = CASE WHEN $5 THEN $6::timestamptz ELSE expires_at END
       WHERE id = $1 AND user_id = $2 AND organization_id = $3`,
      [id, userId, organizationId, sealed, expiresAt !== undefined, expiresAt ?? null],
    );
  }

  /**
   * Makes these members of a group the members of a case that is locked, beside its owner. Does nothing unless the user
   * owns it.
   *
   * @param share the group, and its members; undefined to end the sharing
   * @returns the number of new members
   */
  async share(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    id: string,
    share?: { groupId: string; userIds: readonly string[] },
  ): Promise<number> {
    const tx = managerOf(transaction);
    const [, owned] = await tx.query<[unknown[], number]>(
      'UPDATE cases SET group_id = $4 WHERE id = $1 AND user_id = $2 AND organization_id = $3',
      [id, userId, organizationId, share?.groupId ?? null],
    );
    if (owned === 0) return 0;
    await tx.query(
      `DELETE FROM case_members
       WHERE case_id = $1 AND organization_id = $2 AND user_id <> $3 AND group_id IS DISTINCT FROM $4::uuid`,
      [id, organizationId, userId, share?.groupId ?? null],
    );
    if (!share) return 0;
    const added = await tx.query<unknown[]>(
      `INSERT INTO case_members (case_id, organization_id, user_id, group_id)
       SELECT $1, $2, unnest($3::uuid[]), $4::uuid ON CONFLICT (case_id, user_id) DO NOTHING RETURNING user_id`,
      [id, organizationId, share.userIds, share.groupId],
    );
    return added.length;
  }

  /** Returns the first members of a case by name. */
  async members(member: Owner, id: string, limit: number): Promise<{ id: string; userName: string }[]> {
    return inScope(this.db, member, (tx) =>
      tx.query<{ id: string; userName: string }[]>(
        `SELECT users.id, users.user_name AS "userName"
         FROM case_members JOIN users ON users.id = case_members.user_id
         WHERE case_members.case_id = $1 AND case_members.organization_id = $2 ORDER BY users.user_name LIMIT $3`,
        [id, member.organizationId, limit],
      ),
    );
  }

  /** Returns the members of a group who are not members of a case: their number, and the first names. */
  async waiting(
    member: Owner,
    id: string,
    groupId: string,
    limit: number,
  ): Promise<{ count: number; userNames: string[] }> {
    const rows = await inScope(this.db, member, (tx) =>
      tx.query<{ user_name: string; waiting: string }[]>(
        `SELECT users.user_name, count(*) OVER () AS waiting
         FROM group_members JOIN users ON users.id = group_members.user_id
         WHERE group_members.group_id = $2 AND group_members.organization_id = $3
           AND NOT EXISTS (SELECT FROM case_members WHERE case_id = $1 AND user_id = group_members.user_id)
         ORDER BY users.user_name LIMIT $4`,
        [id, groupId, member.organizationId, limit],
      ),
    );
    return { count: Number(rows[0]?.waiting ?? 0), userNames: rows.map((row) => row.user_name) };
  }

  /**
   * Deletes a case with its table and key.
   *
   * @param onlyExpired deletes it only if it has expired, or was not used since then
   * @returns whether the owner had it
   */
  async delete(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    id: string,
    onlyExpired?: { unusedSince?: Date | undefined },
  ): Promise<boolean> {
    const tx = managerOf(transaction);
    const [, count] = await tx.query<[unknown[], number]>(
      `DELETE FROM cases WHERE id = $1 AND user_id = $2 AND organization_id = $3
         AND ($4 OR expires_at <= now() OR last_used_at < $5::timestamptz)`,
      [id, userId, organizationId, onlyExpired === undefined, onlyExpired?.unusedSince ?? null],
    );
    if (count === 1) await this.keys.destroy(tx, [id]);
    return count === 1;
  }

  /** Returns cases of all owners that have expired, or were not used since then, for the sweep. */
  async expired(unusedSince: Date | undefined, limit: number): Promise<CaseOf[]> {
    const rows = await inScope(this.db, ALL_OWNERS, (tx) =>
      tx.query<{ id: string; user_id: string; organization_id: string }[]>(
        `SELECT id, user_id, organization_id FROM cases
         WHERE expires_at <= now() OR last_used_at < $1::timestamptz LIMIT $2`,
        [unusedSince ?? null, limit],
      ),
    );
    return rows.map(({ id, user_id: userId, organization_id: organizationId }) => ({
      id,
      userId,
      organizationId,
    }));
  }

  /** Returns the cases that a user may use or has brought values to, including expired ones. For the scope of all owners. */
  async ofMember(transaction: Transaction, { userId, organizationId }: Owner): Promise<CaseOfUser[]> {
    const rows = await managerOf(transaction).query<{ id: string; user_id: string; member: boolean }[]>(
      `SELECT id, cases.user_id, case_members.user_id IS NOT NULL AS member FROM cases
       LEFT JOIN case_members ON case_members.case_id = cases.id AND case_members.user_id = $1
       WHERE cases.organization_id = $2 AND (case_members.user_id IS NOT NULL
         OR EXISTS (SELECT FROM case_entities WHERE case_id = cases.id AND $1::uuid = ANY (brought_by)))
       ORDER BY id`,
      [userId, organizationId],
    );
    return rows.map(({ id, user_id: owner, member }) => ({
      id,
      userId: owner,
      organizationId,
      isMember: member,
    }));
  }

  /**
   * Removes a user from a case, and gives it to the member who joined first if the user owns it.
   *
   * @returns the new owner; undefined if no other user may use it
   */
  async leave(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    id: string,
  ): Promise<Owner | undefined> {
    const tx: EntityManager = managerOf(transaction);
    await tx.query('SELECT FROM cases WHERE id = $1 FOR UPDATE', [id]);
    const [next] = await tx.query<{ user_id: string }[]>(
      `SELECT user_id FROM case_members WHERE case_id = $1 AND organization_id = $2 AND user_id <> $3
       ORDER BY joined_at, user_id LIMIT 1 FOR UPDATE`,
      [id, organizationId, userId],
    );
    if (!next) return undefined;
    const [, owned] = await tx.query<[unknown[], number]>(
      'UPDATE cases SET user_id = $3 WHERE id = $1 AND user_id = $2 AND organization_id = $4',
      [id, userId, next.user_id, organizationId],
    );
    if (owned === 1)
      await tx.query('UPDATE case_members SET group_id = NULL WHERE case_id = $1 AND user_id = $2', [
        id,
        next.user_id,
      ]);
    await tx.query('DELETE FROM case_members WHERE case_id = $1 AND user_id = $2 AND organization_id = $3', [
      id,
      userId,
      organizationId,
    ]);
    return { userId: next.user_id, organizationId };
  }
}
