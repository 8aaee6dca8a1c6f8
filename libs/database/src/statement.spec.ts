import { valueRows } from './statement';

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
