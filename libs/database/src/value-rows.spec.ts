import { valueRows } from './value-rows';

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
