import { asOne, valueRows } from './statement';

describe('several statements as one', () => {
  it('gives each its own places, in the order in which they stand', () => {
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

  it('takes places of two digits whole', () => {
    const values = Array.from({ length: 11 }, (_, i) => i);
    const part = { text: 'SELECT $1, $10, $11', values };
    expect(asOne({ first: part }, part).text).toBe(
      'WITH first AS (SELECT $1, $10, $11) SELECT $12, $21, $22',
    );
  });
});

describe('valueRows', () => {
  it('numbers the places row by row', () => {
    expect(
      valueRows([
        [1, 'a'],
        [2, 'b'],
      ]),
    ).toEqual({ places: '($1, $2), ($3, $4)', values: [1, 'a', 2, 'b'] });
  });

  it('casts where it is told to', () => {
    expect(valueRows([[1, 'a', null]], ['uuid', '', 'bytea']).places).toBe('($1::uuid, $2, $3::bytea)');
  });

  it('leaves bytes and lists whole', () => {
    const bytes = Buffer.from('a');
    expect(valueRows([[bytes, ['x']]]).values).toEqual([bytes, ['x']]);
  });
});
