import { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, Transactions, type Owner, type RowScope } from '@app/common';
import { inScope, managerOf } from '@app/database';
import { startContext, type ServiceContext } from '../service-context';
import { productSources } from '../tables/product-sources';
import { tablesOf } from '../tables/tables-of';
import { anyRow } from './any-rows';
import { furnish } from './furnish';
import { WITHOUT_POLICY } from './tables-without-policy';

/** The tables with rows of users. Those of the others belong to organizations. */
const OF_USERS =
  'chats turns turn_versions documents chat_documents passage_findings jobs job_idempotency_keys cases case_entities case_keys mapping_keys guarded_calls evaluations evaluation_texts batches batch_lines batch_files'.split(
    ' ',
  );
/** Every transaction adds rows to these, with any scope or none: entries, and the queue for their seals. */
const ADDED_BY_ALL = ['audit_events', 'audit_unsealed'];
/** Release 0.2.0 uses these without a scope. */
const LATER = [
  'groups',
  'group_members',
  'api_keys',
  'organization_webhooks',
  'audit_seals',
  'audit_call_actors',
];

/** Row-level security: the rows that PostgreSQL allows the role of the programs when a query has no condition. */
describe('the rows of owners', () => {
  const owner = (organizationId = newId()): Owner => ({ userId: newId(), organizationId });
  const one = owner();
  const another = owner();
  const own = [...tablesOf(productSources())].filter((table) => WITHOUT_POLICY[table] === undefined);
  const insertedInScope = own.filter((table) => !ADDED_BY_ALL.includes(table));
  const ids = new Map<Owner, ReadonlyMap<string, string>>();
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([]);
    // The trigger of audit_events adds the row of audit_unsealed.
    const filled = own.filter((table) => table !== 'audit_unsealed');
    for (const holder of [one, another]) ids.set(holder, await furnish(context.db, holder, filled));
  });
  afterAll(() => context?.stop());

  const rowOf = (table: string, holder: Owner) => anyRow(context.db, table, holder, ids.get(holder)!);

  const UNDONE = new Error('undone');

  /** Runs statements in a scope, and rolls them back. @returns the number of rows of the last statement */
  async function reached(scope: RowScope | undefined, ...statements: { text: string; values?: unknown[] }[]) {
    let count = 0;
    const transactions = context.get(Transactions);
    const work = async (tx: object): Promise<never> => {
      for (const { text, values } of statements) {
        const client = managerOf(tx).queryRunner;
        const { affected } = (await client!.query(text, values, true)) as { affected?: number };
        count = affected ?? 0;
      }
      throw UNDONE;
    };
    await (scope ? transactions.runFor(scope, work) : transactions.run(work)).catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
    return count;
  }

  const columnOf = async (table: string): Promise<string> => {
    const { rows } = await context.db.query<{ name: string }>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1',
      [table],
    );
    return rows[0]!.name;
  };
  /** Returns the statements without a condition on the owner for which the role has the privilege. */
  const unconditional = async (table: string) => {
    const column = await columnOf(table);
    const privileges = await context.app
      .get(DataSource)
      .query<{ privilege: string }[]>(
        `SELECT privilege FROM unnest(ARRAY['UPDATE', 'DELETE']) AS privilege WHERE has_table_privilege($1, privilege)`,
        [table],
      );
    const writes = { UPDATE: `UPDATE ${table} SET ${column} = ${column}`, DELETE: `DELETE FROM ${table}` };
    return [
      { text: `SELECT * FROM ${table}` },
      ...privileges.map(({ privilege }) => ({ text: writes[privilege as keyof typeof writes] })),
    ];
  };

  it('are in tables with a policy; each other table has a reason', async () => {
    const { rows } = await context.db.query<{ name: string; fenced: boolean }>(
      `SELECT relname AS name, relrowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS fenced
       FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migrations'`,
    );
    expect(rows.flatMap(({ name, fenced }) => (fenced ? [] : [name])).sort()).toEqual(
      Object.keys(WITHOUT_POLICY).sort(),
    );
    expect(rows.flatMap(({ name, fenced }) => (fenced ? [name] : [])).sort()).toEqual([...own].sort());
  });

  it.each(own)('in %s cannot be accessed by a statement without a scope', async (table) => {
    const inserted = ADDED_BY_ALL.includes(table) ? [] : [await rowOf(table, one)];
    for (const statement of [...(await unconditional(table)), ...inserted])
      await expect(reached(undefined, statement)).rejects.toThrow('names no scope');
  });

  it.each(own)('in %s are read, changed and deleted only in their scope [SEC-31]', async (table) => {
    for (const statement of await unconditional(table))
      expect([statement.text, await reached(one, statement)]).toEqual([statement.text, 1]);
    const reachable = OF_USERS.includes(table) ? 0 : 1;
    const [reading] = await unconditional(table);
    expect(await reached(owner(one.organizationId), reading!)).toBe(reachable);
    expect(await reached({ organizationId: one.organizationId }, reading!)).toBe(reachable);
    expect(await reached(owner(), reading!)).toBe(0);
    expect(await reached(ALL_OWNERS, reading!)).toBe(2);
  });

  it.each(insertedInScope)('in %s are inserted only into their scope [SEC-32]', async (table) => {
    const emptied = (await unconditional(table)).filter(({ text }) => text.startsWith('DELETE'));
    expect(await reached(one, ...emptied, await rowOf(table, one))).toBe(1);
    await expect(reached(one, await rowOf(table, another))).rejects.toThrow('row-level security policy');
  });

  it.each(ADDED_BY_ALL)('in %s are added with any scope or none, and read in theirs only', async (table) => {
    const scopes: (RowScope | undefined)[] = [undefined, one, ALL_OWNERS];
    for (const scope of scopes) expect(await reached(scope, await rowOf(table, another))).toBe(1);
    const returning = ({ text, values }: { text: string; values: unknown[] }) => ({
      text: `${text} RETURNING organization_id`,
      values,
    });
    expect(await reached(one, returning(await rowOf(table, one)))).toBe(1);
    await expect(reached(one, returning(await rowOf(table, another)))).rejects.toThrow('row-level security');
  });

  it('of no organization are read only in the scope of the nil id, or of all owners', async () => {
    const entry = `INSERT INTO audit_events (id, actor, action, outcome) VALUES ('${newId()}', 'service', 'keys.rotate', 'done')`;
    const read = { text: 'SELECT FROM audit_events WHERE organization_id IS NULL' };
    const nil = { organizationId: '00000000-0000-0000-0000-000000000000' };
    const scopes: RowScope[] = [one, nil, ALL_OWNERS];
    const found = await Promise.all(scopes.map((scope) => reached(scope, { text: entry }, read)));
    expect(found).toEqual([0, 1, 1]);
  });

  it.each(own)('in %s cannot be moved to another owner', async (table) => {
    const { rows } = await context.db.query<{ name: string; value: string }>(
      `SELECT attname AS name, confrelid::regclass::text AS value FROM pg_attribute
       LEFT JOIN pg_constraint ON contype = 'f' AND conrelid = attrelid AND conkey = ARRAY[attnum]
       WHERE attrelid = $1::regclass AND attnum > 0 AND (attname = 'organization_id' OR confrelid IS NOT NULL)
       ORDER BY attname <> 'organization_id'`,
      [table],
    );
    const [{ name, value: parent }] = rows as [{ name: string; value: string | null }];
    const value = name === 'organization_id' ? another.organizationId : ids.get(another)!.get(parent ?? '');
    const given = { text: `UPDATE ${table} SET ${name} = $1`, values: [value] };
    await expect(reached(one, given)).rejects.toThrow(/row-level security policy|permission denied/);
  });

  const earlier = (applicationName: string): Promise<DataSource> =>
    new DataSource({ type: 'postgres', url: context.databaseUrl, applicationName }).initialize();
  const accessible = async (db: DataSource, tables: readonly string[]): Promise<void> => {
    for (const table of tables)
      for (const { text } of await unconditional(table)) {
        if (text.startsWith('DELETE')) continue;
        const found = await db.query<unknown[]>(text);
        if (text.startsWith('SELECT')) expect([table, found.length]).toEqual([table, 2]);
      }
  };

  it('stay accessible to release 0.2.0, whatever its scope, in tables that it uses without one', async () => {
    const previous = await earlier('privacy-chat/scoped');
    await accessible(previous, [...LATER, ...ADDED_BY_ALL]);
    const stranger = owner();
    await inScope(previous, stranger, async (tx) => {
      for (const table of [...LATER, ...ADDED_BY_ALL])
        expect([table, (await tx.query<unknown[]>(`SELECT FROM ${table}`)).length]).toEqual([table, 2]);
    });
    await expect(previous.query('SELECT FROM chats')).rejects.toThrow('names no scope');
    await previous.destroy();
  });

  it('stay accessible to a version that names no scopes', async () => {
    const previous = await earlier('privacy-chat');
    await accessible(previous, own);
    const { text, values } = await rowOf('turns', one);
    expect(await previous.query(`${text} RETURNING id`, values)).toHaveLength(1);
    await previous.destroy();
  });

  it('are no longer accessible after the transaction with their scope', async () => {
    const db = context.app.get(DataSource);
    const runner = db.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    await runner.query(`SELECT set_config('privacy_chat.scope', 'all', true)`);
    expect(await runner.query('SELECT FROM chats')).toHaveLength(2);
    await runner.commitTransaction();
    await expect(runner.query('SELECT FROM chats')).rejects.toThrow('names no scope');
    await runner.release();
  });
});
