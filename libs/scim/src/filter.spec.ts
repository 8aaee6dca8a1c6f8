import { folded, text, time, toCondition, truth, type Attributes } from './filter';

const ATTRIBUTES: Attributes = {
  username: text('login', (value) => value.toLowerCase()),
  displayname: folded('shown'),
  externalid: text('external'),
  active: truth('active'),
  'emails.value': text('login'),
  'emails.type': text(`'work'`),
  'meta.created': time('created'),
};

/** Returns the SQL with its values in place. */
function sqlOf(filter: string): string {
  const values: unknown[] = [];
  const sql = toCondition(filter, ATTRIBUTES, (value) => `$${values.push(value)}`);
  return sql.replaceAll(/\$(\d+)/g, (_, n: string) => JSON.stringify(values[Number(n) - 1]));
}

describe('a filter', () => {
  it.each([
    ['userName eq "Anna@Firma.de"', 'login = "anna@firma.de"::text'],
    ['USERNAME Eq "a"', 'login = "a"::text'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "A"', 'starts_with(login, "a"::text)'],
    ['displayName co "Fuß"', 'position("fuß"::text IN lower(shown)) > 0'],
    ['externalId ew "1"', 'right(external, length("1"::text)) = "1"::text'],
    ['externalId ne "1"', 'coalesce(external <> "1"::text, true)'],
    ['externalId pr', `(external IS NOT NULL AND external <> '')`],
    ['externalId eq null', 'external IS NULL'],
    ['active eq true', 'active = true::boolean'],
    ['active ne "False"', 'active <> false::boolean'],
    ['meta.created gt "2026-01-15T09:30:00Z"', 'created > "2026-01-15T09:30:00.000Z"::timestamptz'],
    [
      'emails[type eq "work" and value co "@firma.de"]',
      `('work' = "work"::text AND position("@firma.de"::text IN login) > 0)`,
    ],
    [
      'active eq true and (userName eq "a" or not (externalId pr))',
      `(active = true::boolean AND (login = "a"::text OR NOT coalesce((external IS NOT NULL AND external <> ''), false)))`,
    ],
  ])('%s becomes SQL with its values as parameters', (filter, sql) => {
    expect(sqlOf(filter)).toBe(sql);
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq "a',
    'userName eq "a" or',
    'userName like "a"',
    'password eq "a"',
    'constructor eq "a"',
    'userName eq 7',
    'active gt true',
    'active eq "yes"',
    'meta.created eq "yesterday"',
    `userName eq "${'\n'.repeat(200)}`,
    '('.repeat(1_000),
    `userName eq "${'a'.repeat(1_000)}"`,
  ])('%j is refused', (filter) => {
    expect(() => sqlOf(filter)).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringMatching(/^filter /) }),
    );
  });
});
