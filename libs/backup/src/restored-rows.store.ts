import type { ClientBase } from 'pg';
import { END_RESTORED_LOGINS, restoredAccounts } from '@app/accounts';
import { restoredAssistants } from '@app/assistants';
import { restoredCalls } from '@app/audit';
import { restoredBatches } from '@app/batches';
import { restoredReservations } from '@app/budgets';
import { restoredCaseEntities, restoredCases } from '@app/cases';
import { keyedSubjects, restoredKeys } from '@app/data-keys';
import type { RestoredRows } from '@app/database';
import { restoredDocuments } from '@app/documents';
import { restoredEvaluations } from '@app/evaluation';
import { restoredUploads } from '@app/job-files';
import { restoredJobs } from '@app/jobs';
import { restoredGuardedCalls } from '@app/litellm';
import { restoredMappingKeys } from '@app/restoring';
import { restoredFactors } from '@app/second-factor';
import { restoredChats, restoredShares, restoredSuggestions } from '@app/sessions';
import { planningRemovals, UNMARK_RESTORED_STORE } from '@app/storage';
import type { Tombstone } from '@app/tombstones';
import { restoredUsage } from '@app/usage';
import { restoredWebhooks } from '@app/webhooks';

/** Rows that were not restored. */
export interface ErasedRows {
  assistants: number;
  chats: number;
  cases: number;
  /** Values that a case forgot. */
  caseEntities: number;
  /** Keys of sealed mappings. */
  mappingKeys: number;
  /** Calls of LiteLLM proxies with answers that could still be restored. */
  guardedCalls: number;
  documents: number;
  evaluations: number;
  jobs: number;
  users: number;
  /** Data keys. Each makes everything that was sealed with it undecryptable. */
  keys: number;
}

const NOTED = `
  CREATE TEMPORARY TABLE noted (kind text, id uuid, at timestamptz, PRIMARY KEY (kind, id)) ON COMMIT DROP`;

const NOTE = `
  INSERT INTO noted (kind, id, at)
  SELECT kind, id, max(at) FROM unnest($1::text[], $2::uuid[], $3::timestamptz[]) AS given (kind, id, at)
  GROUP BY kind, id
  ON CONFLICT (kind, id) DO UPDATE SET at = greatest(noted.at, excluded.at)`;

const ids = (...kinds: readonly string[]): string =>
  `(SELECT id FROM noted WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}))`;

/** A user may have been reactivated later, so only deactivations close to the snapshot count. */
const ONLY_RECENT = `
  DELETE FROM noted WHERE kind = 'inactive_user' AND at < $1::timestamptz - interval '1 hour'`;

/** The rows that are deleted and that the report counts, in the order of their deletion. */
const COUNTED = {
  assistants: restoredAssistants(ids),
  chats: restoredChats(ids),
  cases: restoredCases(ids),
  caseEntities: restoredCaseEntities(ids),
  mappingKeys: restoredMappingKeys(ids),
  guardedCalls: restoredGuardedCalls(ids),
  documents: restoredDocuments(ids),
  evaluations: restoredEvaluations(ids),
  jobs: restoredJobs(ids),
  users: restoredAccounts(ids),
  keys: restoredKeys(ids),
} satisfies Record<keyof ErasedRows, RestoredRows & { deletion: string }>;

/**
 * The rows that the report does not count. Only the deletions of counted rows run, so the type of these refuses one. In a
 * list, it would not.
 */
const UNCOUNTED = {
  batches: restoredBatches(ids),
  calls: restoredCalls(ids),
  factors: restoredFactors(ids),
  reservations: restoredReservations(ids),
  uploads: restoredUploads(ids),
  shares: restoredShares(ids),
  suggestions: restoredSuggestions(ids),
  usage: restoredUsage(ids),
  webhooks: restoredWebhooks(ids),
} satisfies Record<string, RestoredRows & { deletion?: never }>;

const ALL: readonly RestoredRows[] = [...Object.values(COUNTED), ...Object.values(UNCOUNTED)];

const noteAll = (found: string): string => `
  INSERT INTO noted (kind, id, at) SELECT kind, id, now() FROM (${found}) AS found (kind, id)
  ON CONFLICT DO NOTHING`;

/** A chat, a case, an assistant, a document and a job have a data key; chats, documents and jobs have files. */
const WITH_THEM = [
  `INSERT INTO noted (kind, id, at) SELECT 'key', id, at FROM noted WHERE kind IN ('chat', 'case', 'assistant', 'document', 'job')
   ON CONFLICT DO NOTHING`,
  // Blobs without rows exist if the store outlived its database.
  planningRemovals(`SELECT kind || 's/' || id || '/' FROM noted WHERE kind IN ('chat', 'document', 'job')`),
];

/** Applies tombstones in the transaction that loads a backup, so that deleted rows are never visible. */
export class RestoredRowsStore {
  constructor(private readonly client: ClientBase) {}

  /** @param groups groups of tombstones; duplicates count once */
  async read(groups: AsyncIterable<readonly Tombstone[]>): Promise<void> {
    await this.client.query(NOTED);
    for await (const group of groups)
      await this.client.query(NOTE, [
        group.map(({ kind }) => kind),
        group.map(({ id }) => id),
        group.map(({ at }) => at),
      ]);
  }

  /** Deletes what the tombstones name, with all dependent rows. */
  async deleteErased(since: Date): Promise<ErasedRows> {
    await this.client.query(ONLY_RECENT, [since]);
    const ofUsers = ALL.flatMap((rows) => (rows.ofUsers === undefined ? [] : [noteAll(rows.ofUsers)]));
    const dependent = ALL.flatMap((rows) => rows.dependent ?? []);
    for (const statement of [...ofUsers, ...WITH_THEM, ...dependent]) await this.client.query(statement);
    const erased: Partial<ErasedRows> = {};
    for (const [what, { deletion }] of Object.entries(COUNTED) as [keyof ErasedRows, { deletion: string }][])
      erased[what] = (await this.client.query(deletion)).rowCount ?? 0;
    return erased as ErasedRows;
  }

  /** Ends all logins, because some were ended since the backup and it is unknown which. */
  async endLogins(): Promise<void> {
    await this.client.query(END_RESTORED_LOGINS);
  }

  /** Lets the restored installation mark the store that its files are restored to. */
  async unmarkStore(): Promise<void> {
    await this.client.query(UNMARK_RESTORED_STORE);
  }

  /** Returns the subjects that still have a data key. */
  async withKeys(subjectIds: readonly string[]): Promise<Set<string>> {
    const { text, values } = keyedSubjects(subjectIds);
    const { rows } = await this.client.query<{ id: string }>(text, [...values]);
    return new Set(rows.map(({ id }) => id));
  }
}
