import { productSources } from './product-sources';

/** A list of `IN` that locks a limited number of rows. */
const LIMITED_LOCK_IN_LIST =
  /\bIN\s*\(\s*SELECT\b(?:(?!\bSELECT\b|`)[^])*?\bLIMIT\b[^`)]*\bFOR\s+(?:NO\s+KEY\s+)?UPDATE\b/gi;

const found = (sql: string): number => [...sql.matchAll(LIMITED_LOCK_IN_LIST)].length;

/**
 * PostgreSQL may evaluate a list of `IN` once for each row. A list that locks and limits rows then returns other rows each time,
 * and the statement changes more rows than the limit. `= ANY (ARRAY(...))` and `= (...)` are evaluated once.
 */
describe('statements that lock a limited number of rows', () => {
  it('never choose them by IN', () => {
    const faulty = productSources().filter(({ text }) => found(text) > 0);
    expect(faulty.map(({ fileName }) => fileName)).toEqual([]);
  });

  it.each([
    [
      'DELETE FROM a WHERE id IN (SELECT id FROM a WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)',
      1,
    ],
    ['UPDATE a SET b = 1 WHERE (c, d) IN\n (SELECT c, d FROM a ORDER BY c LIMIT 1 FOR NO KEY UPDATE)', 1],
    ['DELETE FROM a WHERE id = ANY (ARRAY(SELECT id FROM a LIMIT $2 FOR UPDATE SKIP LOCKED))', 0],
    ['UPDATE a SET b = 1 WHERE id = (SELECT id FROM a LIMIT 1 FOR UPDATE SKIP LOCKED)', 0],
    ['DELETE FROM a WHERE id IN (SELECT id FROM a ORDER BY day LIMIT $2)', 0],
  ])('are recognized: %s', (sql, count) => expect(found(sql)).toBe(count));
});
