import { partialDates } from './partial-dates';

const found = (written: string): string[] =>
  partialDates(written).map(({ start, end }) => written.slice(start, end));

describe('partialDates', () => {
  it.each([
    ['Dienstag, 6.5.', ['6.5.']],
    ['02.06.', ['02.06.']],
    ['SO 08.06.', ['08.06.']],
    ['3/14', ['3/14']],
    ['03/26', ['03/26']],
    ['Samstag, 17. Mai', ['17. Mai']],
    ['3rd of May', ['3rd of May']],
    ['lunedì 18 aprile', ['18 aprile']],
    ['3 mar', ['3 mar']],
    ['Sat, Jun 14', ['Jun 14']],
    ["Oct '25", ["Oct '25"]],
    ['from 3/14 to 3/20', ['3/14', '3/20']],
  ])('of %j are %j', (written, expected) => expect(found(written)).toEqual(expected));

  it.each([
    'Montag',
    'next week',
    'Oktober',
    '2016',
    'KW 11',
    '15.',
    '0.5',
    '40/41',
    '13.14',
    '1.2.3',
    '10:15',
    '3 cats',
  ])('of %j there are none', (written) => expect(found(written)).toEqual([]));
});
