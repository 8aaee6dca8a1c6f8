import { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, Transactions, type Owner, type RowScope } from '@app/common';
import { managerOf } from '@app/database';
import { startContext, type ServiceContext } from '../service-context';
import { anyRow } from './any-rows';
import { TABLE_SCOPES, UNFENCED } from './own-tables';

/** Row-level security: the rows that PostgreSQL allows the role of the programs when a query has no condition. */
describe('the rows of owners', () => {
  const owner = (organizationId = newId()): Owner => ({ userId: newId(), organizationId });
  const one = owner();
  const another = owner();
  const own = Object.keys(TABLE_SCOPES).filter(
    (table) => TABLE_SCOPES[table] !== 'service' && UNFENCED[table] === undefined,
  );
  const ids = new Map([
    [one, new Map<string, string>()],
    [another, new Map<string, string>()],
  ]);
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([]);
    for (const whose of [one, another]) await furnish(whose);
  });
  afterAll(() => context?.stop());

  const rowOf = (table: string, whose: Owner) => anyRow(context.db, table, whose, ids.get(whose)!);

  /** Inserts a row into every table, parents before children. */
  async function furnish(whose: Owner): Promise<void> {
    const { rows } = await context.db.query<{ child: string; parent: string }>(
      `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
       FROM pg_constraint WHERE contype = 'f'`,
    );
    const waiting = new Set(own);
    while (waiting.size > 0) {
      const ready = [...waiting].filter(
        (table) => !rows.some(({ child, parent }) => child === table && waiting.has(parent)),
      );
      for (const table of ready) {
        const { text, values } = await rowOf(table, whose);
        const made = await context.db.query<{ id?: string }>(`${text} RETURNING *`, values);
        ids.get(whose)!.set(table, made.rows[0]?.id ?? '');
        waiting.delete(table);
      }
    }
  }

  const UNDONE = new Error('undone');

  /** Runs statements in a scope, and rolls them back. @returns the number of rows of the last statement */
  async function reached(scope: RowScope | undefined, ...statements: { text: string; values?: unknown[] }[]) {
    let count = 0;
    const transactions = context.app.get(Transactions, { strict: false });
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
  /** Returns statements without a condition on the owner. */
  const unconditional = async (table: string) => {
    const column = await columnOf(table);
    return [
      { text: `SELECT * FROM ${table}` },
      { text: `UPDATE ${table} SET ${column} = ${column}` },
      { text: `DELETE FROM ${table}` },
    ];
  };

  it('are in listed tables, each with a policy or a reason to have none', async () => {
    const { rows } = await context.db.query<{ name: string; fenced: boolean }>(
      `SELECT relname AS name, relrowsecurity AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS fenced
       FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migrations'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLE_SCOPES).sort());
    expect(rows.flatMap(({ name, fenced }) => (fenced ? [name] : [])).sort()).toEqual([...own].sort());
  });

  it.each(own)('in %s cannot be accessed by a statement without a scope', async (table) => {
    for (const statement of [...(await unconditional(table)), await rowOf(table, one)])
      await expect(reached(undefined, statement)).rejects.toThrow('names no scope');
  });

  it.each(own)('in %s are read, changed and deleted only in their scope [SEC-31]', async (table) => {
    for (const statement of await unconditional(table))
      expect([statement.text, await reached(one, statement)]).toEqual([statement.text, 1]);
    const whose = TABLE_SCOPES[table] === 'user' ? 0 : 1;
    const [reading] = await unconditional(table);
    expect(await reached(owner(one.organizationId), reading!)).toBe(whose);
    expect(await reached({ organizationId: one.organizationId }, reading!)).toBe(whose);
    expect(await reached(owner(), reading!)).toBe(0);
    expect(await reached(ALL_OWNERS, reading!)).toBe(2);
  });

  it.each(own)('in %s are inserted only into their scope [SEC-32]', async (table) => {
    const emptied = { text: `DELETE FROM ${table}` };
    expect(await reached(one, emptied, await rowOf(table, one))).toBe(1);
    await expect(reached(one, await rowOf(table, another))).rejects.toThrow('row-level security policy');
  });

  it.each(own)('in %s cannot be moved to another owner', async (table) => {
    const { rows } = await context.db.query<{ name: string; value: string }>(
      `SELECT attname AS name, confrelid::regclass::text AS value FROM pg_attribute
       LEFT JOIN pg_constraint ON contype = 'f' AND conrelid = attrelid AND conkey = ARRAY[attnum]
       WHERE attrelid = $1::regclass AND attnum > 0 AND (attname = 'organization_id' OR confrelid IS NOT NULL)`,
      [table],
    );
    const [{ name, value: parent }] = rows as [{ name: string; value: string | null }];
    const value = parent === null ? another.organizationId : ids.get(another)!.get(parent);
    const given = { text: `UPDATE ${table} SET ${name} = $1`, values: [value] };
    await expect(reached(one, given)).rejects.toThrow('row-level security policy');
  });

  it('stay accessible to the previous version, which names no scopes', async () => {
    const previous = await new DataSource({
      type: 'postgres',
      url: context.databaseUrl,
      applicationName: 'privacy-chat',
    }).initialize();
    for (const table of own) {
      expect([table, (await previous.query<unknown[]>(`SELECT FROM ${table}`)).length]).toEqual([table, 2]);
      await previous.query(`UPDATE ${table} SET ${await columnOf(table)} = ${await columnOf(table)}`);
    }
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
