import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner, Transaction } from '@app/common';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runOnce, statement } from '@app/database';
import {
  openContent,
  sealContent,
  type Assistant,
  type AssistantContent,
  type AssistantUser,
  type Audience,
  type Sharing,
} from './assistant';

type Row = KeyColumns & {
  id: string;
  user_id: string | null;
  audience: Audience;
  group_id: string | null;
  members_edit: boolean;
  version: number;
  content: Buffer;
  created_at: Date;
  changed_at: Date;
};

/** A version of an assistant. */
export interface AssistantVersion extends AssistantContent {
  version: number;
  createdAt: Date;
}

/** An assistant of a user. */
interface OwnedAssistant {
  id: string;
  audience: Audience;
}

/** The condition for assistants that a user may use: `$1` to `$4` are the organization, the user, the groups, and `isAdmin`. */
const USABLE = `assistants.organization_id = $1 AND (assistants.user_id = $2 OR assistants.audience = 'organization'
  OR assistants.audience = 'group' AND (assistants.group_id = ANY ($3::uuid[]) OR $4))`;

const usersOf = ({ organizationId, userId, groups, isAdmin }: AssistantUser): unknown[] => [
  organizationId,
  userId,
  groups,
  isAdmin,
];

/** Stores assistants and their versions. Every query contains the organization, and the user or what the user may use. */
@Injectable()
export class AssistantsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @returns false if the organization already has `most` assistants, or the user `mostOwn` */
  async add(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    { id, content, sharing }: { id: string; content: AssistantContent; sharing: Sharing },
    { most, mostOwn }: { most: number; mostOwn: number },
  ): Promise<boolean> {
    const tx = managerOf(transaction);
    // Serializes additions of one organization, so that two cannot pass the limit together.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`assistants ${organizationId}`]);
    const [count] = await tx.query<{ all: number; own: number }[]>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE user_id = $2)::int AS own
       FROM assistants WHERE organization_id = $1`,
      [organizationId, userId],
    );
    if (count!.all >= most || count!.own >= mostOwn) return false;
    const key = await this.keys.create(tx, id);
    await tx.query(
      `INSERT INTO assistants (id, organization_id, user_id, audience, group_id, members_edit)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, organizationId, userId, sharing.audience, sharing.groupId, sharing.membersEdit],
    );
    await tx.query('INSERT INTO assistant_versions (assistant_id, version, content) VALUES ($1, 1, $2)', [
      id,
      sealContent(key, 1, content),
    ]);
    return true;
  }

  /** Returns assistants that a user may use, the newest first. @param before the id of the last one of a page */
  page(user: AssistantUser, { before, limit }: { before?: string; limit: number }): Promise<Assistant[]> {
    return this.select(
      user,
      'AND ($5::uuid IS NULL OR assistants.id < $5) ORDER BY assistants.id DESC LIMIT $6',
      [before ?? null, limit],
    );
  }

  /** Returns an assistant that a user may use. */
  async find(user: AssistantUser, id: string): Promise<Assistant | undefined> {
    const [found] = await this.select(user, 'AND assistants.id = $5', [id]);
    return found;
  }

  private async select(user: AssistantUser, where: string, values: readonly unknown[]): Promise<Assistant[]> {
    const { rows } = await runOnce<Row>(
      this.db,
      statement(
        `SELECT assistants.*, assistant_versions.content, ${this.keys.columnsOf('assistants.id')}
         FROM assistants JOIN assistant_versions
           ON assistant_versions.assistant_id = assistants.id AND assistant_versions.version = assistants.version
         WHERE ${USABLE} ${where}`,
        [...usersOf(user), ...values],
      ),
      user,
    );
    return rows.flatMap((row) => {
      const key = this.keys.read(row.id, row);
      // The key is deleted with the assistant, which may be happening now.
      if (!key) return [];
      const isOwner = row.user_id === user.userId;
      return {
        id: row.id,
        ...openContent(key, row.version, row.content),
        audience: row.audience,
        groupId: row.group_id,
        membersEdit: row.members_edit,
        version: row.version,
        isOwner,
        canStart: isOwner || row.audience !== 'group' || user.groups.includes(row.group_id ?? ''),
        canEdit: isOwner || user.isAdmin || (row.audience === 'group' && row.members_edit),
        createdAt: row.created_at,
        changedAt: row.changed_at,
      };
    });
  }

  /**
   * Locks an assistant that the user may use until the transaction ends.
   *
   * @returns its current version; undefined if there is no such assistant any longer
   */
  async lock(transaction: Transaction, user: AssistantUser, id: string): Promise<number | undefined> {
    const [row] = await managerOf(transaction).query<{ version: number }[]>(
      `SELECT version FROM assistants WHERE ${USABLE} AND assistants.id = $5 FOR NO KEY UPDATE`,
      [...usersOf(user), id],
    );
    return row?.version;
  }

  /** Adds a version to an assistant that is locked, and deletes old ones. @param most the number of versions that stay */
  async change(
    transaction: Transaction,
    { organizationId }: Owner,
    id: string,
    { version, content, sharing }: { version: number; content: AssistantContent; sharing: Sharing },
    most: number,
  ): Promise<void> {
    const tx = managerOf(transaction);
    const key = await this.keys.load(tx, id);
    await tx.query(
      `UPDATE assistants SET version = $3, audience = $4, group_id = $5, members_edit = $6, changed_at = now()
       WHERE id = $1 AND organization_id = $2`,
      [id, organizationId, version, sharing.audience, sharing.groupId, sharing.membersEdit],
    );
    await tx.query('INSERT INTO assistant_versions (assistant_id, version, content) VALUES ($1, $2, $3)', [
      id,
      version,
      sealContent(key, version, content),
    ]);
    await tx.query(
      `DELETE FROM assistant_versions WHERE assistant_id = $1 AND version <= $2
         AND EXISTS (SELECT FROM assistants WHERE id = $1 AND organization_id = $3)`,
      [id, version - most, organizationId],
    );
  }

  /** Returns the stored versions of an assistant that the user may use, the newest first. */
  async versions(user: AssistantUser, id: string): Promise<AssistantVersion[]> {
    const { rows } = await runOnce<KeyColumns & { version: number; content: Buffer; created_at: Date }>(
      this.db,
      statement(
        `SELECT assistant_versions.version, assistant_versions.content, assistant_versions.created_at,
           ${this.keys.columnsOf('assistants.id')}
         FROM assistants JOIN assistant_versions ON assistant_versions.assistant_id = assistants.id
         WHERE ${USABLE} AND assistants.id = $5 ORDER BY assistant_versions.version DESC`,
        [...usersOf(user), id],
      ),
      user,
    );
    return rows.flatMap(({ version, content, created_at: createdAt, ...columns }) => {
      const key = this.keys.read(id, columns);
      return key ? [{ ...openContent(key, version, content), version, createdAt }] : [];
    });
  }

  /** Deletes an assistant with its versions and its key. @returns whether the organization had it */
  async delete(transaction: Transaction, { organizationId }: Owner, id: string): Promise<boolean> {
    const tx = managerOf(transaction);
    const [, count] = await tx.query<[unknown[], number]>(
      'DELETE FROM assistants WHERE id = $1 AND organization_id = $2',
      [id, organizationId],
    );
    if (count === 1) await this.keys.destroy(tx, [id]);
    return count === 1;
  }

  /** Returns the assistants of an owner. */
  async owned(owner: Owner): Promise<OwnedAssistant[]> {
    return inScope(this.db, owner, (tx) =>
      tx.query<OwnedAssistant[]>(
        'SELECT id, audience FROM assistants WHERE user_id = $1 AND organization_id = $2 ORDER BY id',
        [owner.userId, owner.organizationId],
      ),
    );
  }

  /** Leaves a shared assistant without an owner. @returns whether the owner had it, and others may use it */
  async disown(transaction: Transaction, { userId, organizationId }: Owner, id: string): Promise<boolean> {
    const [, count] = await managerOf(transaction).query<[unknown[], number]>(
      `UPDATE assistants SET user_id = NULL
       WHERE id = $1 AND user_id = $2 AND organization_id = $3 AND audience <> 'self'`,
      [id, userId, organizationId],
    );
    return count === 1;
  }
}
