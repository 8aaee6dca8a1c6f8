import { findForeign, libsOf, RULES } from './find-foreign';
import { WITHOUT_ENTITY } from './foreign-tables';
import { productSources, Source } from './product-sources';
import { tablesOf } from './tables-of';

const product = productSources();

const ENTITIES = [
  new Source('libs/accounts/src/user.entity.ts', `@Entity('users') export class UserRow {}`),
  new Source('libs/sessions/src/chat.entity.ts', `@Entity('chats') export class ChatRow {}`),
];
const FILE = 'libs/sessions/src/chats.store.ts';
const NONE: typeof RULES = { withoutEntity: {}, reads: {}, anyTable: {} };

/** Returns the problems of a file of the lib `sessions`. */
const judge = (code: string, rules: Partial<typeof RULES> = {}, file = FILE): string[] =>
  findForeign([...ENTITIES, new Source(file, code)], { ...NONE, ...rules });

const WRITES = `${FILE} writes users, which belongs to accounts`;
const READS = `${FILE} reads users, which belongs to accounts`;

describe('the tables of the product', () => {
  it('are written only by their lib, and read by other libs only for listed reasons', () => {
    expect(findForeign(product)).toEqual([]);
  });

  it('each belong to a lib', () => {
    const libs = libsOf(product, WITHOUT_ENTITY);
    expect([...tablesOf(product)].filter((table) => !libs.has(table))).toEqual([]);
    expect([libs.get('users'), libs.get('data_keys'), libs.get('audit_unsealed')]).toEqual([
      'accounts',
      'data-keys',
      'audit',
    ]);
  });
});

describe('the search for SQL on tables of other libs', () => {
  it.each([
    ['INSERT', `tx.query('INSERT INTO users (id) VALUES ($1)')`],
    ['UPDATE', `tx.query('UPDATE users SET role = $1')`],
    ['DELETE', `tx.query('DELETE FROM users WHERE id = $1')`],
    ['TRUNCATE', `tx.query('TRUNCATE users')`],
    ['LOCK', `tx.query('LOCK TABLE users IN EXCLUSIVE MODE')`],
    ['UPDATE within a longer statement', 'tx.query(`WITH a AS (UPDATE ONLY users SET x = 1) SELECT FROM a`)'],
    ['UPDATE in lower case', `tx.query('update users set x = 1')`],
    ['UPDATE with the schema', `tx.query('UPDATE public.users SET x = 1')`],
    ['DELETE over two lines', 'tx.query(`DELETE\n FROM\n users`)'],
    ['call of TypeORM with the name of the table', `tx.delete('users', { id })`],
    ['call of TypeORM with the name of the entity', `tx.getRepository('UserRow')`],
    ['import of the entity', `import { UserRow as Row } from '@app/accounts';`],
  ])('finds a write by %s, listed or not', (_, code) => {
    expect(judge(code)).toEqual([WRITES]);
    expect(judge(code, { reads: { [`${FILE}: users`]: 'A reason' } })).toContain(WRITES);
  });

  it.each([
    ['FROM', `tx.query('SELECT role FROM users')`],
    ['JOIN', 'tx.query(`SELECT FROM chats JOIN users ON users.id = ${id}`)'],
    ['FROM with the schema', `tx.query('SELECT FROM public.users')`],
    ['a list', `tx.query('SELECT FROM chats, users')`],
    ['USING', `tx.query('DELETE FROM chats USING users WHERE users.id = user_id')`],
    ['a lock', `tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE')`],
    ['a part of a statement', `const JOINED = 'LEFT JOIN users ON true';`],
  ])('finds an unlisted read by %s', (_, code) => {
    expect(judge(code)).toEqual([READS]);
    expect(judge(code, { reads: { [`${FILE}: users`]: 'A reason' } })).toEqual([]);
  });

  it.each([
    ['statements on own tables', `tx.query('UPDATE chats SET x = 1'); tx.delete(ChatRow, {});`],
    ['columns with the name of a table', `tx.query('SELECT chats.users FROM chats')`],
    ['texts that are not SQL', `const label = 'users'; describe(label, 'all users');`],
    ['statements that the other lib makes', 'tx.query(`SELECT FROM chats ${joinUser("chats.user_id")}`)'],
    ['foreign keys', `class A { @ManyToOne('UserRow') user?: object }`],
  ])('accepts %s', (_, code) => {
    expect(judge(code)).toEqual([]);
  });

  it('finds SQL outside of a store, also on own tables [PRIV-52]', () => {
    const file = 'libs/sessions/src/sql.ts';
    expect(judge(`export const ALL = 'SELECT * FROM chats';`, {}, file)).toEqual([
      `${file} names chats in SQL outside of a store`,
    ]);
    expect(judge(`tx.query('DELETE FROM chats')`, {}, 'apps/cli/src/work/chats.ts')).toEqual([
      'apps/cli/src/work/chats.ts writes chats, which belongs to sessions',
      'apps/cli/src/work/chats.ts names chats in SQL outside of a store',
    ]);
  });

  it('finds a table that is named at run time, unless the file is listed', () => {
    const code = 'tx.query(`DELETE FROM ${table}`)';
    expect(judge(code)).toEqual([`${FILE} names a table at run time`]);
    expect(judge(code, { anyTable: { [FILE]: 'A reason' } })).toEqual([]);
  });

  it('finds entries that are listed without need', () => {
    expect(
      judge('', { reads: { [`${FILE}: users`]: 'A reason' }, anyTable: { [FILE]: 'A reason' } }),
    ).toEqual([`${FILE}: users is listed without need`, `${FILE} is listed without need`]);
  });

  it('finds tables that belong to no lib, or to several', () => {
    const migration = new Source(
      'libs/database/src/migrations/1.ts',
      `q.query('CREATE TABLE letters (id uuid)')`,
    );
    expect(findForeign([migration], NONE)).toEqual(['The table letters belongs to no lib']);
    expect(findForeign([migration], { ...NONE, withoutEntity: { letters: 'sessions' } })).toEqual([]);
    const second = new Source('libs/jobs/src/chat.entity.ts', `@Entity('chats') export class JobChatRow {}`);
    expect(findForeign([...ENTITIES, second], NONE)).toEqual([
      'The table chats belongs to several libs: sessions, jobs',
    ]);
  });
});
