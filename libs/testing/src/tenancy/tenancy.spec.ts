import { parse, productSources } from '../tables/product-sources';
import { findUnscoped, RULES } from './find-unscoped';

const product = productSources();

const ENTITY = parse('libs/sessions/src/chat.entity.ts', `@Entity('chats') export class ChatRow {}`);
const FILE = 'libs/sessions/src/chats.store.ts';

/** Returns the problems of a store class with these members, and of the code next to it. */
const judge = (members: string, rules: Partial<typeof RULES> = {}, beside = ''): string[] =>
  findUnscoped([ENTITY, parse(FILE, `${beside} class ChatStore { ${members} }`)], {
    ...RULES,
    ownerless: {},
    ...rules,
  });

const NEITHER = 'userId and organizationId';

describe('tenancy', () => {
  it('has no access to rows of users and organizations without a condition on the owner [SEC-30]', () => {
    expect(findUnscoped(product)).toEqual([]);
  });

  it('checks all source files of the product', () => {
    const names = product.map(({ fileName }) => fileName);
    expect(names).toContain('libs/jobs/src/store/jobs.store.ts');
    expect(names).toContain('apps/api/src/main.ts');
    expect(names.filter((name) => /[.-]spec\.ts$/.test(name))).toEqual([]);
  });

  it.each([
    [
      'by both',
      'find(owner: Owner, id: string) { return db.findOneBy(ChatRow, { id, ...ownedBy(owner) }); }',
    ],
    [
      'in SQL',
      "all(owner: Owner) { return tx.query('SELECT 1 FROM chats', [owner.userId, owner.organizationId]); }",
    ],
    [
      'in a condition made before',
      'find(owner: Owner) { const where = ownedBy(owner); return tx.find(ChatRow, { where }); }',
    ],
    [
      'in a chain',
      'find(owner: Owner) { return db.createQueryBuilder(ChatRow).select().where(ownedBy(owner)).getMany(); }',
    ],
    [
      'taken apart',
      'find({ userId, organizationId }: AuthUser) { return tx.find(ChatRow, { userId, organizationId }); }',
    ],
    ['inside of more', 'find({ owner, id }: Asked) { return tx.find(ChatRow, { id, ...ownedBy(owner) }); }'],
  ])('accepts a query that is scoped %s', (_, method) => {
    expect(judge(method)).toEqual([]);
  });

  it.each([
    ['asks for no owner', 'find(id: string) { return this.db.findOneBy(ChatRow, { id }); }', NEITHER],
    [
      'forgets its owner',
      'find(owner: Owner, id: string) { return db.findOneBy(ChatRow, { id }); }',
      NEITHER,
    ],
    [
      'asks for the user alone',
      'find(owner: Owner) { return tx.find(ChatRow, { userId: owner.userId }); }',
      'organizationId',
    ],
    [
      'is given the organization alone',
      'find(organizationId: string) { return tx.find(ChatRow, { organizationId }); }',
      'userId',
    ],
    [
      'names columns after an owner, and has none',
      'find() { return tx.find(ChatRow, { select: { userId: true, organizationId: true } }); }',
      NEITHER,
    ],
    [
      'takes the owner from the row itself',
      'find() { return tx.find(ChatRow).map(({ userId, organizationId }) => ({ userId, organizationId })); }',
      NEITHER,
    ],
    ['writes SQL', "find(id: string) { return tx.query('DELETE FROM chats WHERE id = $1', [id]); }", NEITHER],
    ['takes its SQL from a constant', 'find() { return tx.query(ALL); }', NEITHER],
    ['takes its SQL from a constant of a constant', 'find() { return tx.query(SOME); }', NEITHER],
    ['takes its SQL from a function', 'find() { return tx.query(...statement(1)); }', NEITHER],
    ['names a table at run time', 'find(t: string) { return tx.query(`SELECT * FROM ${t}`); }', NEITHER],
    ['names a table as a text', "find() { return tx.getRepository('chats').find(); }", NEITHER],
    [
      'writes the owner where it should ask for it',
      'give(owner: Owner, id: string) { return tx.update(ChatRow, { id }, ownedBy(owner)); }',
      NEITHER,
    ],
    ['keeps a repository of all rows', 'rows = tx.getRepository(ChatRow);', NEITHER],
    [
      'is given a repository of all rows',
      'constructor(@InjectRepository(ChatRow) private readonly rows: Repository<ChatRow>) {}',
      NEITHER,
    ],
    [
      'does it in a function inside',
      'find() { return ids.map((id) => tx.delete(ChatRow, { id })); }',
      NEITHER,
    ],
    [
      'names its owner as the scope of several statements alone',
      'find(owner: Owner) { return runTogether(db, [{ scope: owner, statements: [one, ALL] }]); }',
      NEITHER,
    ],
    [
      'names its owner as the scope alone',
      'find(owner: Owner) { return inScope(db, owner, (tx) => tx.find(ChatRow)); }',
      NEITHER,
    ],
    [
      'names its owner as the scope of a statement alone',
      "find(owner: Owner) { return runPrepared(db, statement('SELECT * FROM chats', []), owner); }",
      NEITHER,
    ],
  ])('finds a method that %s', (_, method, missing) => {
    const beside =
      "const ALL = 'SELECT * FROM chats'; const SOME = `${ALL} LIMIT 1`; const statement = (n: number) => [SOME, n];";
    expect(judge(method, {}, beside)).toContainEqual(
      expect.stringMatching(new RegExp(`^${FILE}: ChatStore\\..* without its ${missing}$`)),
    );
  });

  it('finds a function outside the class that does not use the owner it receives', () => {
    const method = 'find(owner: Owner) { return tx.query(all(owner)); }';
    expect(judge(method, {}, "const all = (owner: Owner) => 'SELECT * FROM chats';")).toEqual([
      `${FILE}: all reaches chats without its ${NEITHER}`,
    ]);
  });

  it('finds SQL in a store that other code runs', () => {
    expect(judge('', {}, `export const ALL = 'SELECT * FROM chats';`)).toEqual([
      `${FILE}: ALL reaches chats without its ${NEITHER}`,
    ]);
  });

  it('finds all unlisted code with access to the rows of all owners, in stores and elsewhere [SEC-33]', () => {
    const sweep = parse(
      'libs/jobs/src/sweep.ts',
      'class Sweep { execute() { return this.transactions.runFor(ALL_OWNERS, work); } }',
    );
    expect(findUnscoped([sweep], { ...RULES, ownerless: {} })).toEqual([
      'libs/jobs/src/sweep.ts: Sweep.execute reaches the rows of all owners, and is not listed',
    ]);
    expect(judge('sweep() { return inScope(db, ALL_OWNERS, work); }')).toEqual([
      `${FILE}: ChatStore.sweep reaches the rows of all owners, and is not listed`,
    ]);
    expect(findUnscoped([sweep], { ...RULES, ownerless: { 'Sweep.execute': 'It is a sweep' } })).toEqual([]);
  });

  it('accepts listed methods without an owner, and finds one that is listed without need', () => {
    const ownerless = { 'ChatStore.sweep': 'It is a sweep' };
    expect(judge("sweep() { return tx.query('DELETE FROM chats'); }", { ownerless })).toEqual([]);
    expect(judge('sweep() {}', { ownerless })).toEqual(['ChatStore.sweep is listed without need']);
  });
});
