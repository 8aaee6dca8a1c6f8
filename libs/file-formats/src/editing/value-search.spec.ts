import { ValueSearch } from './value-search';

describe('ValueSearch', () => {
  const search = new ValueSearch(['Anna Weber', 'DE89 3704 0044 0532 0130 00', 'Straße 5', '—']);

  it.each([
    'Frau Anna Weber kam.',
    'ANNA\nWEBER',
    'An\u00adna We\u00adber',
    'IBAN DE89370400440532013000.',
    'Anna\u00a0Weber-Meier',
    'stra\u00dfe 5',
  ])('finds a value in %j', (text) => expect(search.isIn(text)).toBe(true));

  it.each(['Anna Webers', 'Johanna Weber', 'Anna', '—', '', 'Straße 50'])('finds none in %j', (text) =>
    expect(search.isIn(text)).toBe(false),
  );

  it('finds a value with other blanks in it only if blanks do not count', () => {
    for (const [value, text, isFound] of [
      ['Inform', 'in form', [true, false]],
      ['Anna Weber', 'ANNA \n\u00ad Weber', [true, true]],
      ['Anna Weber', 'AnnaWeber', [true, false]],
    ] as const)
      expect([new ValueSearch([value]).isIn(text), new ValueSearch([value], ' ').isIn(text)]).toEqual(
        isFound,
      );
  });
});
