import { Writable } from 'node:stream';
import type { DataSource, EntityManager } from 'typeorm';
import { newId } from '@app/common';
import { runIn, runOnce, runPrepared, runTogether } from './scoped';
import { statement } from './statement';

/** A database with a client that writes each query to a stream, which records what is sent together. */
function aDatabase() {
  const packets: string[][] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      packets.push([String(chunk)]);
      done();
    },
    writev: (chunks, done) => {
      packets.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  const query = async (asked: string | { text: string }) => {
    stream.write(typeof asked === 'string' ? asked : asked.text);
    return { rows: [], rowCount: 0 };
  };
  const runner = { connect: async () => ({ query, connection: { stream } }), release: async () => undefined };
  const tx = { queryRunner: runner } as unknown as EntityManager;
  return { db: { createQueryRunner: () => runner } as unknown as DataSource, tx, packets };
}

describe('a statement within a scope', () => {
  it.each([
    ['prepared', runPrepared],
    ['planned for its values', runOnce],
  ])('is sent with its transaction in one packet: %s', async (_, run) => {
    const { db, packets } = aDatabase();
    const owner = { organizationId: newId(), userId: newId() };
    for (let i = 0; i < 2; i += 1) await run(db, statement('SELECT 1', []), owner);
    expect(packets).toEqual(
      [0, 1].map(() => ['BEGIN', expect.stringContaining('set_config'), 'SELECT 1', 'COMMIT']),
    );
  });

  it('is sent with those of other owners in one transaction and one packet', async () => {
    const { db, packets } = aDatabase();
    const ask = (...texts: readonly string[]) => ({
      statements: texts.map((text) => statement(text, [])),
      scope: { organizationId: newId(), userId: newId() },
    });
    await runTogether(db, [ask('SELECT 1', 'SELECT 2'), ask('SELECT 3')]);
    const enters = expect.stringContaining('set_config');
    expect(packets).toEqual([['BEGIN', enters, 'SELECT 1', 'SELECT 2', enters, 'SELECT 3', 'COMMIT']]);
  });

  it('is sent with others of a transaction in one packet', async () => {
    const { tx, packets } = aDatabase();
    await runIn(tx, [statement('SELECT 1', []), statement('SELECT 2', [])]);
    expect(packets).toEqual([['SELECT 1', 'SELECT 2']]);
  });
});
