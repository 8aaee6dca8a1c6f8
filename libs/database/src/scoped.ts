import type { Connection, PoolClient, QueryConfig, QueryResult } from 'pg';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { ALL_OWNERS, type RowScope } from '@app/common';
import type { Statement } from './statement';

/**
 * Runs `work` in a transaction with statements that access only the rows of a scope.
 *
 * @param isolation if absent, the level of the database
 * @returns the result of `work`
 */
export function inScope<T>(
  db: DataSource,
  scope: RowScope,
  work: (tx: EntityManager) => Promise<T>,
  isolation?: 'REPEATABLE READ',
): Promise<T> {
  const scoped = async (tx: EntityManager): Promise<T> => {
    const client = (await tx.queryRunner?.connect()) as PoolClient;
    // Statements of one connection run in the order in which they are sent, so the first one need not be awaited.
    const [entered, done] = await Promise.allSettled([client.query(entering(scope)), work(tx)]);
    if (entered.status === 'rejected') throw entered.reason;
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  };
  return isolation ? db.transaction(isolation, scoped) : db.transaction(scoped);
}

/**
 * Runs a frequent statement in its own transaction. Each connection parses and plans it once.
 *
 * @param statement its text must be one of few, without values from callers, because every text is cached
 * @param scope if absent, the statement can access no rows that have an owner
 * @returns its rows
 */
export async function runPrepared<T extends object>(
  db: DataSource,
  statement: Statement,
  scope?: RowScope,
): Promise<T[]> {
  const { rows } = await send<T>(db, prepared(statement), scope);
  return rows;
}

/**
 * Runs a statement in its own transaction, planned for these values.
 *
 * @returns its rows, and the number of rows that it wrote or returned
 */
export async function runOnce<T extends object>(
  db: DataSource,
  { text, values }: Statement,
  scope?: RowScope,
): Promise<{ rows: T[]; count: number }> {
  const { rows, rowCount } = await send<T>(db, { text, values: [...values] }, scope);
  return { rows, count: rowCount ?? 0 };
}

/** Statements that run in this order, and the rows that they may access. */
export interface ScopedStatements {
  scope: RowScope;
  statements: readonly Statement[];
}

/**
 * Runs frequent statements of any owners in one transaction and one packet: all of them or none, with one flush to disk.
 * Each sees what the earlier ones wrote, and accesses only the rows of its own scope.
 *
 * @returns the number of rows that the last statement wrote or returned
 */
export async function runTogether(db: DataSource, parts: readonly ScopedStatements[]): Promise<number> {
  const queries = parts.flatMap(({ scope, statements }) => [entering(scope), ...statements.map(prepared)]);
  return countOf(await inOneTransaction(db, queries));
}

/**
 * Runs frequent statements in the caller's transaction and in one packet.
 *
 * @returns the number of rows that the last statement wrote or returned
 */
export async function runIn(tx: EntityManager, statements: readonly Statement[]): Promise<number> {
  const client = (await tx.queryRunner?.connect()) as ConnectedClient;
  return countOf(await inOnePacket(client, statements.map(prepared)));
}

const countOf = (answers: readonly QueryResult[]): number => answers.at(-1)?.rowCount ?? 0;

type Query = QueryConfig & { text: string };

async function send<T extends object>(
  db: DataSource,
  query: Query,
  scope?: RowScope,
): Promise<QueryResult<T>> {
  const answers =
    scope === undefined
      ? await withClient(db, async (client) => [await ask(client, query)])
      : await inOneTransaction(db, [entering(scope), query]);
  return answers.at(-1) as QueryResult<T>;
}

const [BEGIN, COMMIT] = [{ text: 'BEGIN' }, { text: 'COMMIT' }];

/** @returns the result of each query */
function inOneTransaction(db: DataSource, queries: readonly Query[]): Promise<QueryResult[]> {
  return withClient(db, async (client) =>
    (await inOnePacket(client, [BEGIN, ...queries, COMMIT])).slice(1, -1),
  );
}

/** A client's own connection, which the driver's types omit. */
type ConnectedClient = PoolClient & { connection: Connection };

async function withClient<T>(db: DataSource, work: (client: ConnectedClient) => Promise<T>): Promise<T> {
  const runner = db.createQueryRunner();
  try {
    return await work((await runner.connect()) as ConnectedClient);
  } finally {
    await runner.release();
  }
}

async function ask(client: ConnectedClient, query: Query): Promise<QueryResult> {
  try {
    return await client.query(query);
  } catch (error) {
    throw new QueryFailedError(query.text, query.values, error as Error);
  }
}

/**
 * Sends all queries in one packet before it awaits any result: each packet costs a system call at both ends.
 *
 * @returns the result of each query
 */
async function inOnePacket(client: ConnectedClient, queries: readonly Query[]): Promise<QueryResult[]> {
  const { stream } = client.connection;
  stream.cork();
  const asked = queries.map((query) => ask(client, query));
  stream.uncork();
  return (await Promise.allSettled(asked)).map((step) => {
    // The first failure is the cause of the others.
    if (step.status === 'rejected') throw step.reason;
    return step.value;
  });
}

const ENTER = `SELECT set_config('privacy_chat.scope', $1, true),
  set_config('privacy_chat.organization_id', $2, true), set_config('privacy_chat.user_id', $3, true)`;

/**
 * Returns the query that sets the scope of the rest of a transaction. `scope_is_open` and others read it (migrations).
 */
const entering = (scope: RowScope): Query => ({
  name: 'scope',
  text: ENTER,
  values:
    scope === ALL_OWNERS
      ? ['all', '', '']
      : ['owner', scope.organizationId, 'userId' in scope ? scope.userId : ''],
});

const prepared = ({ text, values }: Statement): Query => ({ name: nameOf(text), text, values: [...values] });

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `statement_${names.size + 1}`;
  names.set(text, name);
  return name;
}
