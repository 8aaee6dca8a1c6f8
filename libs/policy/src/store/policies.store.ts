import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId, type Transaction } from '@app/common';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { managerOf, runPrepared, statement } from '@app/database';

/** A stored version of a policy. */
export interface StoredPolicy {
  version: number;
  createdAt: Date;
  /** The document as JSON. */
  document: string;
}

interface VersionRow extends KeyColumns {
  id: string;
  version: number;
  created_at: Date;
  document: Buffer | null;
}

const COLUMNS = 'id, version, created_at';

/** Stores policies: each version is a row, and a change adds a row. */
@Injectable()
export class PoliciesStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /**
   * Returns the version in force. Its document is read only if the version differs from `known`.
   *
   * @returns undefined if the organization has set none
   */
  async latest(
    organizationId: string,
    known?: number,
  ): Promise<(Omit<StoredPolicy, 'document'> & { document?: string }) | undefined> {
    const [row] = await runPrepared<VersionRow>(
      this.db,
      statement(
        `SELECT ${COLUMNS}, CASE WHEN version <> $2::int THEN document END AS document,
           ${this.keys.columnsOf('policy_versions.id')}
         FROM policy_versions WHERE organization_id = $1 ORDER BY version DESC LIMIT 1`,
        [organizationId, known ?? 0],
      ),
      { organizationId },
    );
    if (!row) return undefined;
    const { version, created_at: createdAt, document } = row;
    return { version, createdAt, ...(document && { document: this.open(row, document) }) };
  }

  /** Returns the newest stored versions without their documents. */
  async versions(organizationId: string, limit: number): Promise<Omit<StoredPolicy, 'document'>[]> {
    const rows = await runPrepared<Pick<VersionRow, 'version' | 'created_at'>>(
      this.db,
      statement(
        'SELECT version, created_at FROM policy_versions WHERE organization_id = $1 ORDER BY version DESC LIMIT $2',
        [organizationId, limit],
      ),
      { organizationId },
    );
    return rows.map(({ version, created_at: createdAt }) => ({ version, createdAt }));
  }

  /** @returns undefined if there is no such version, or no longer */
  async at(organizationId: string, version: number): Promise<StoredPolicy | undefined> {
    const [row] = await runPrepared<VersionRow & { document: Buffer }>(
      this.db,
      statement(
        `SELECT ${COLUMNS}, document, ${this.keys.columnsOf('policy_versions.id')}
         FROM policy_versions WHERE organization_id = $1 AND version = $2`,
        [organizationId, version],
      ),
      { organizationId },
    );
    return row && { version, createdAt: row.created_at, document: this.open(row, row.document) };
  }

  /**
   * Adds the version after `version`. Of two concurrent calls, the later one finds `version` replaced.
   *
   * @returns whether `version` was the one in force
   */
  async add(
    transaction: Transaction,
    organizationId: string,
    version: number,
    document: string,
  ): Promise<boolean> {
    const key = this.keys.make(newId());
    const rows = await managerOf(transaction).query<object[]>(
      `INSERT INTO policy_versions (organization_id, version, id, document)
       SELECT $1, $2::int + 1, $3, $4
       WHERE (SELECT coalesce(max(version), 0) FROM policy_versions WHERE organization_id = $1) = $2
       ON CONFLICT ON CONSTRAINT policy_versions_pkey DO NOTHING RETURNING version`,
      [organizationId, version, key.subjectId, key.seal(document, bindingOf(key.subjectId))],
    );
    if (rows.length === 0) return false;
    await this.keys.keep(transaction, key);
    return true;
  }

  /** Deletes versions of all organizations that were replaced at least `ageMs` ago. @returns how many */
  async prune(transaction: Transaction, ageMs: number, limit: number): Promise<number> {
    const tx = managerOf(transaction);
    const [rows] = await tx.query<[{ id: string }[], number]>(
      `DELETE FROM policy_versions WHERE id IN (
         SELECT old.id FROM policy_versions old WHERE EXISTS (
           SELECT FROM policy_versions next
           WHERE next.organization_id = old.organization_id AND next.version = old.version + 1
             AND next.created_at <= now() - make_interval(secs => $1))
         LIMIT $2)
       RETURNING id`,
      [ageMs / 1000, limit],
    );
    await this.keys.destroy(
      transaction,
      rows.map(({ id }) => id),
    );
    return rows.length;
  }

  private open({ id, ...columns }: VersionRow, document: Buffer): string {
    return this.keys.readPresent(id, columns).openText(document, bindingOf(id));
  }
}

/** Returns the associated data of the sealed column. */
const bindingOf = (id: string): string => `policy_versions.document:${id}`;
