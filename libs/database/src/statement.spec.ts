import { asOne, valueRows } from './statement';

describe('several statements as one', () => {
  it('numbers the parameters of each, in order', () => {
    const made = { text: 'INSERT INTO a VALUES ($1, $2) RETURNING id', values: ['x', 'y'] };
    const noted = { text: 'INSERT INTO b VALUES ($1)', values: [3] };
    const last = { text: 'INSERT INTO c SELECT id, $2, $1 FROM made', values: ['p', 'q'] };
    expect(asOne({ made, noted }, last)).toEqual({
      text:
        'WITH made AS (INSERT INTO a VALUES ($1, $2) RETURNING id), noted AS (INSERT INTO b VALUES ($3)) ' +
        'INSERT INTO c SELECT id, $5, $4 FROM made',
      values: ['x', 'y', 3, 'p', 'q'],
    });
  });

  it('handles parameters of two digits', () => {
    const values = Array.from({ length: 11 }, (_, i) => i);
    const part = { text: 'SELECT $1, $10, $11', values };
    expect(asOne({ first: part }, part).text).toBe(
      'WITH first AS (SELECT $1, $10, $11) SELECT $12, $21, $22',
    );
  });
});

describe('valueRows', () => {
  it('numbers the parameters row by row', () => {
    expect(
      valueRows([
        [1, 'a'],
        [2, 'b'],
      ]),
    ).toEqual({ places: '($1, $2), ($3, $4)', values: [1, 'a', 2, 'b'] });
  });

  it('adds the requested casts', () => {
    expect(valueRows([[1, 'a', null]], ['uuid', '', 'bytea']).places).toBe('($1::uuid, $2, $3::bytea)');
  });

  it('does not change bytes and lists', () => {
    const bytes = Buffer.from('a');
    expect(valueRows([[bytes, ['x']]]).values).toEqual([bytes, ['x']]);
  });
});
