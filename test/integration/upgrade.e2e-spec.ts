import { VERSION } from '@app/common';
import { MIGRATION_NAMES } from '@app/database';
import { manifestOf, rowsOf } from '../support/backups';
import { fixtures } from '../support/upgrade/fixture';
import { restored, type Restored } from '../support/upgrade/restored';
import { schemaOf, whatBreaks } from '../support/upgrade/schema';

it('is tested with the data of every release', () => {
  expect(fixtures().map(({ version }) => version)).toContain(VERSION);
});

/** The programs with the same data: `test/long/upgrade.e2e-spec.ts`. */
describe.each(fixtures())('an upgrade from $version', ({ backup, schema }) => {
  let stores: Restored['stores'];
  /** This version with an empty database. */
  let system: Restored['system'];
  let stop: Restored['stop'];

  beforeAll(async () => {
    ({ stores, system, stop } = await restored(backup));
  });
  afterAll(() => stop?.());

  it('runs the migrations added since', async () => {
    const { rows } = await stores.db.query<{ name: string }>('SELECT name FROM migrations');
    expect(rows.map(({ name }) => name).sort()).toEqual([...MIGRATION_NAMES].sort());
    expect(MIGRATION_NAMES).toEqual(expect.arrayContaining(manifestOf(backup).migrations));
  });

  it('keeps every column that the earlier version reads or writes, so that both versions can run together', async () => {
    expect(whatBreaks(schema, await schemaOf(stores.db))).toEqual([]);
  });

  it('accepts every row that the earlier version wrote, in its own format', async () => {
    const client = await system.db.connect();
    await client.query('BEGIN');
    try {
      // Rows are inserted in any order, so foreign keys are not checked.
      await client.query('SET LOCAL session_replication_role = replica');
      for (const { table, columns } of manifestOf(backup).tables) {
        const rows = rowsOf(backup, table).map((row) => columns.map((name) => valueOf(row[name]!)));
        const places = columns.map((_, i) => `$${i + 1}`);
        for (const row of rows)
          await client.query(
            `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
            row,
          );
        const { rows: read } = await client.query(`SELECT ${columns.join(', ')} FROM ${table}`);
        expect([table, read.length]).toEqual([table, rows.length]);
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it.each([
    ['DROP TABLE erasures', 'erasures is gone'],
    ['ALTER TABLE jobs DROP progress', 'jobs.progress is gone'],
    ['ALTER TABLE jobs RENAME request_id TO asked_by', 'jobs.request_id is gone'],
    ['ALTER TABLE jobs ALTER progress TYPE integer', 'jobs.progress is integer, not smallint'],
    [
      `UPDATE jobs SET error = ''; ALTER TABLE jobs ALTER error SET NOT NULL`,
      'jobs.error may no longer be empty',
    ],
    ['ALTER TABLE jobs ALTER progress DROP DEFAULT', 'jobs.progress has lost its default'],
    ['ALTER TABLE erasures ADD more text NOT NULL', 'erasures.more is new, and has to be filled'],
    ['ALTER TABLE jobs ADD CONSTRAINT few CHECK (attempts < 9)', 'jobs.few is a new rule'],
    ['CREATE UNIQUE INDEX one ON erasures (due_at)', 'erasures.one is a new rule'],
  ])('detects the incompatible migration %j', async (sql, problem) => {
    const client = await stores.db.connect();
    await client.query('BEGIN');
    try {
      await client.query(sql);
      expect(whatBreaks(schema, await schemaOf(client))).toContain(problem);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

/** Decodes a value of COPY's text format. */
const valueOf = (text: string): string | null => (text === '\\N' ? null : text.replaceAll('\\\\', '\\'));
