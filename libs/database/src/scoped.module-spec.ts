import { DataSource } from 'typeorm';
import { newId, Transactions, type Owner } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { inScope, runIn, runOnce, runPrepared, runTogether } from './scoped';
import { statement } from './statement';

/** Has no condition, so that it returns what row-level security allows. */
const ALL_CHATS = statement('SELECT user_id FROM chats', []);

describe('a scope', () => {
  const owners = Array.from({ length: 20 }, () => ({ organizationId: newId(), userId: newId() }));
  let context: ServiceContext;
  let db: DataSource;

  beforeAll(async () => {
    context = await startContext([], { DATABASE_POOL_SIZE: '2' });
    db = context.app.get(DataSource);
    for (const { organizationId, userId } of owners)
      await context.db.query(
        String.raw`INSERT INTO chats (id, organization_id, user_id, name, accepted_turns) VALUES ($1, $2, $3, '\x00', 1)`,
        [newId(), organizationId, userId],
      );
  });
  afterAll(() => context?.stop());

  const own = ({ userId }: Owner) => [{ user_id: userId }];

  it('applies only to its own transaction, with many owners on few connections at the same time', async () => {
    const asked = Array.from({ length: 200 }, (_, i) => owners[i % owners.length]!);
    const found = await Promise.all(
      asked.map(async (owner, i) => {
        if (i % 3 === 0) return runPrepared(db, ALL_CHATS, owner);
        if (i % 3 === 1) return (await runOnce(db, ALL_CHATS, owner)).rows;
        return inScope(db, owner, (tx) => tx.query(ALL_CHATS.text));
      }),
    );
    expect(found).toEqual(asked.map(own));
  });

  it('ends with its transaction, even if that failed', async () => {
    const [owner] = owners as [Owner];
    const broken = statement('SELECT 1 / $1::int', [0]);
    for (let i = 0; i < 4; i += 1) {
      await expect(runPrepared(db, broken, owner)).rejects.toThrow('division by zero');
      await expect(runOnce(db, broken, owner)).rejects.toThrow('division by zero');
      await expect(inScope(db, owner, (tx) => tx.query('SELECT 1 / 0'))).rejects.toThrow('division by zero');
      await expect(runPrepared(db, ALL_CHATS)).rejects.toThrow('names no scope');
      await expect(db.query(ALL_CHATS.text)).rejects.toThrow('names no scope');
    }
    await expect(context.get(Transactions).run(() => db.query(ALL_CHATS.text))).rejects.toThrow(
      'names no scope',
    );
    expect(await runPrepared(db, ALL_CHATS, owner)).toEqual(own(owner));
  });

  it('rolls back a failed statement, and commits another one', async () => {
    const [owner, another] = owners as [Owner, Owner];
    const rename =
      'UPDATE chats SET accepted_turns = accepted_turns + $1 RETURNING accepted_turns, 6 / $1 AS checked';
    await expect(runOnce(db, statement(rename, [0]), owner)).rejects.toThrow('division by zero');
    expect(await runOnce(db, statement(rename, [2]), owner)).toEqual({
      rows: [{ accepted_turns: 3, checked: 3 }],
      count: 1,
    });
    const kept = statement('SELECT accepted_turns FROM chats', []);
    expect(await runPrepared(db, kept, owner)).toEqual([{ accepted_turns: 3 }]);
    expect(await runPrepared(db, kept, another)).toEqual([{ accepted_turns: 1 }]);
  });

  it('may be one of several in a transaction: each statement accesses its own rows, and none is committed if one fails', async () => {
    const [, , third, fourth] = owners as Owner[];
    const add = (scope: Owner, turns: number) => ({
      statements: [statement('UPDATE chats SET accepted_turns = accepted_turns + 6 / $1::int', [turns])],
      scope,
    });
    const turns = async () => {
      const kept = statement('SELECT accepted_turns FROM chats', []);
      return [await runPrepared(db, kept, third), await runPrepared(db, kept, fourth)];
    };
    await runTogether(db, [add(third!, 1), add(fourth!, 2), add(third!, 3)]);
    expect(await turns()).toEqual([[{ accepted_turns: 9 }], [{ accepted_turns: 4 }]]);
    await expect(runTogether(db, [add(third!, 1), add(fourth!, 0), add(third!, 1)])).rejects.toThrow(
      'division by zero',
    );
    expect(await turns()).toEqual([[{ accepted_turns: 9 }], [{ accepted_turns: 4 }]]);
  });

  it('shows each statement what the earlier ones wrote, and returns the rows of the last one', async () => {
    const [, , , , fifth] = owners as Owner[];
    const set = (turns: number, before: number) =>
      statement('UPDATE chats SET accepted_turns = $1 WHERE accepted_turns = $2', [turns, before]);
    const together = (...statements: ReturnType<typeof set>[]) =>
      runTogether(db, [{ scope: fifth!, statements }]);
    expect(await together(set(2, 1), set(3, 2))).toBe(1);
    expect(await together(set(4, 3), set(5, 3))).toBe(0);
    expect(await inScope(db, fifth!, (tx) => runIn(tx, [set(5, 4), set(6, 5)]))).toBe(1);
    const undone = inScope(db, fifth!, (tx) =>
      runIn(tx, [set(7, 6), statement('SELECT 1 / $1::int', [0]), set(8, 7)]),
    );
    await expect(undone).rejects.toThrow('division by zero');
    expect(await together(set(6, 6))).toBe(1);
  });
});
