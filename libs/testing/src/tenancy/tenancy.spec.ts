import { findUnscoped, RULES } from './find-unscoped';
import { parse, productSources } from './sources';

const ENTITY = `@Entity('chats') export class ChatRow {}`;
const FILE = 'libs/sessions/src/chats.store.ts';

/** What is said of a store class with one method. */
const judge = (method: string, rules: Partial<typeof RULES> = {}, file = FILE): string[] =>
  findUnscoped(
    [
      parse('libs/sessions/src/chat.entity.ts', ENTITY),
      parse('libs/sessions/src/sql.ts', `export const ALL = 'SELECT * FROM chats';`),
      parse(file, `class ChatStore { constructor(private readonly clock: Clock) {} ${method} }`),
    ],
    { ...RULES, ownerless: {}, ...rules },
  );

const NEITHER = 'user and organization';

describe('tenancy', () => {
  it('lets nobody reach the rows of users and organizations without saying whose they are', () => {
    expect(findUnscoped(productSources())).toEqual([]);
  });

  it('looks at all that the product consists of', () => {
    const names = productSources().map(({ fileName }) => fileName);
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
  ])('is content with a query that is scoped %s', (_, method) => {
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
      'organization',
    ],
    [
      'is given the organization alone',
      'find(organizationId: string) { return tx.find(ChatRow, { organizationId }); }',
      'user',
    ],
    ['writes SQL', "find(id: string) { return tx.query('DELETE FROM chats WHERE id = $1', [id]); }", NEITHER],
    ['takes its SQL from elsewhere', 'find() { return tx.query(ALL); }', NEITHER],
    ['names a table at run time', 'find(t: string) { return tx.query(`SELECT * FROM ${t}`); }', NEITHER],
    ['names a table as a text', "find() { return tx.getRepository('chats').find(); }", NEITHER],
    [
      'writes the owner where it should ask for it',
      'give(owner: Owner, id: string) { return tx.update(ChatRow, { id }, ownedBy(owner)); }',
      NEITHER,
    ],
    ['keeps a repository of all rows', 'rows = tx.getRepository(ChatRow);', NEITHER],
    [
      'does it in a function inside',
      'find() { return ids.map((id) => tx.delete(ChatRow, { id })); }',
      NEITHER,
    ],
  ])('finds a method that %s', (_, method, missing) => {
    expect(judge(method)).toContainEqual(
      expect.stringMatching(new RegExp(`^${FILE}: ChatStore\\..* without its ${missing}$`)),
    );
  });

  it('finds a class that is given a repository of all rows', () => {
    const given = 'constructor(@InjectRepository(ChatRow) private readonly rows: Repository<ChatRow>) {}';
    const file = parse(FILE, `class ChatStore { ${given} }`);
    const entity = parse('libs/sessions/src/chat.entity.ts', ENTITY);
    expect(findUnscoped([entity, file], { ...RULES, ownerless: {} })).toEqual([
      `${FILE}: ChatStore.constructor reaches chats without its user and organization`,
    ]);
  });

  it('finds a query outside the one place of its lib', () => {
    const scoped = 'find(owner: Owner) { return tx.find(ChatRow, ownedBy(owner)); }';
    const file = 'libs/sessions/src/elsewhere.ts';
    expect(judge(scoped, {}, file)).toEqual([
      `${file}: ChatStore.find reaches chats outside its lib's stores`,
    ]);
  });

  it('lets those who are named do without, and nobody else call them', () => {
    const sweep = "sweep() { return tx.query('DELETE FROM chats'); } timer() { this.sweep(); }";
    const ownerless = { 'ChatStore.sweep': { why: 'a sweep', callers: ['ChatStore.timer'] } };
    expect(judge(sweep, { ownerless })).toEqual([]);
    expect(judge(`${sweep} other() { return this.sweep(); }`, { ownerless })).toEqual([
      `${FILE}: ChatStore.other calls ChatStore.sweep, which asks for no owner`,
    ]);
  });

  it('finds a name that is listed without need, and a table that is not listed', () => {
    const ownerless = { 'ChatStore.gone': { why: 'it was here', callers: [] } };
    expect(judge('', { ownerless })).toEqual(['ChatStore.gone is listed without need']);
    expect(judge('', { scopes: {} })).toEqual(['Whose rows the table chats holds is not listed']);
    const made = parse('libs/database/src/migrations/1.ts', "q.query('CREATE TABLE letters (id uuid)')");
    expect(findUnscoped([made], { ...RULES, ownerless: {} })).toEqual([
      'Whose rows the table letters holds is not listed',
    ]);
  });
});
