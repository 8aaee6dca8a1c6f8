import type { QueryRunner } from 'typeorm';
import { breaksPrevious } from './additive';
import { MIGRATIONS } from './index';

describe('a migration', () => {
  it.each(MIGRATIONS.map((migration) => [migration.name, migration] as const))(
    '%s keeps the schema that the previous version uses',
    async (_, Migration) => {
      const statements: string[] = [];
      const runner = { query: async (sql: string) => void statements.push(sql) } as unknown as QueryRunner;
      await new Migration().up(runner);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.flatMap(breaksPrevious)).toEqual([]);
    },
  );

  it.each([
    ['DROP TABLE jobs', 'drops'],
    ['ALTER TABLE jobs DROP COLUMN progress', 'drops'],
    ['ALTER TABLE jobs DROP CONSTRAINT jobs_type_known', 'drops'],
    ['ALTER TABLE jobs RENAME COLUMN type TO kind', 'renames'],
    ['ALTER TABLE jobs ALTER COLUMN type TYPE integer', 'changes a type'],
    ['ALTER TABLE jobs ALTER type SET NOT NULL', 'forbids NULL'],
    ['ALTER TABLE jobs ADD COLUMN more text NOT NULL', 'adds a column that must be filled'],
    ['ALTER TABLE jobs\n ADD more text NOT NULL, ADD COLUMN other text', 'adds a column that must be filled'],
    ["ALTER TABLE jobs ADD CONSTRAINT c CHECK (type = 'x')", 'constrains existing rows'],
    ['CREATE UNIQUE INDEX one ON jobs (request_id)', 'constrains existing rows'],
    ['CREATE UNIQUE INDEX one ON jobs (type) WHERE type IS NOT NULL', 'constrains existing rows'],
    ['TRUNCATE jobs', 'deletes'],
    ['DELETE FROM jobs', 'deletes'],
  ])('must not contain %j, which %s', (sql, what) => {
    expect(breaksPrevious(sql)).toEqual([expect.stringContaining(what)]);
  });

  it.each([
    ['ALTER TABLE jobs ADD COLUMN more text'],
    ['ALTER TABLE jobs ADD COLUMN more text NOT NULL DEFAULT $$x$$'],
    ["ALTER TABLE jobs ADD COLUMN more text NOT NULL DEFAULT '', ADD CONSTRAINT c CHECK (more IN ('', 'x'))"],
    ['ALTER TABLE jobs DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (type IN ($$a$$, $$b$$))'],
    ['CREATE INDEX one ON jobs (request_id)'],
    ['CREATE TABLE a (id uuid PRIMARY KEY, b text NOT NULL); CREATE UNIQUE INDEX one ON a (b)'],
    ['ALTER TABLE jobs ADD COLUMN more text; CREATE UNIQUE INDEX one ON jobs (more) WHERE more IS NOT NULL'],
    ['CREATE TABLE a (b text); ALTER TABLE a ADD CONSTRAINT c CHECK (b <> $$$$)'],
    ["-- never DROP TABLE jobs\nCREATE TABLE a (b text DEFAULT 'DROP TABLE jobs')"],
  ])('may contain %j', (sql) => {
    expect(breaksPrevious(sql)).toEqual([]);
  });
});
