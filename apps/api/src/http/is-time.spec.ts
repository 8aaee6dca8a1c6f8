import fc from 'fast-check';
import { readerOf } from '../../testing/reader-of';
import { IsTime } from './is-time';

class AppointmentDto {
  @IsTime('must be a time') at!: string;
}

describe('a field with a time', () => {
  const { read, refusal } = readerOf(AppointmentDto);

  it.each([
    '2027-01-31T12:00:00Z',
    '2027-01-31T12:00Z',
    '2027-01-31T12:00:00.5Z',
    '2027-01-31T12:00:00.123456789Z',
    '2027-01-31T13:00:00+01:00',
    '2027-01-31T13:00:00+0100',
    '2028-02-29T00:00:00Z',
    '2027-01-31',
  ])('accepts %s', async (at) => {
    expect(await read({ at })).toEqual({ at });
  });

  it.each([
    ['a day that no month has', '2027-02-30T12:00:00Z'],
    ['a day of another year', '2027-02-29T12:00:00Z'],
    ['an hour that no day has', '2027-01-31T24:00:00Z'],
    ['a leap second', '2027-01-31T23:59:60Z'],
    ['an offset that no zone has', '2027-01-31T12:00:00+99:99'],
    ['a week', '2027-W04-7T12:00Z'],
    ['a week alone', '2027-W04'],
    ['a day of the year', '2027-031T12:00:00Z'],
    ['no separators', '20270131T120000Z'],
    ['no separators in the time', '2027-01-31T120000Z'],
    ['a comma before the fraction', '2027-01-31T12:00:00,5Z'],
    ['an offset without minutes', '2027-01-31T12:00:00+01'],
    ['words', 'tomorrow'],
    ['nothing', ''],
    ['a NUL', '2027-01-31T12:00:00Z\0'],
    ['Unix milliseconds', 1_801_396_800_000],
    ['null', null],
    ['a list', ['2027-01-31T12:00:00Z']],
    ['an object', { toString: '2027-01-31T12:00:00Z' }],
  ])('refuses %s', async (_, at) => {
    expect(await refusal({ at })).toBe('at must be a time');
  });

  it('has a text that Date reads, whenever it is accepted', async () => {
    const digits = fc.string({
      unit: fc.constantFrom('0', '1', '2', '9', 'T', 'W', 'Z', ':', '-', '+', ',', '.'),
    });
    const parts = fc.constantFrom(
      '2027',
      '-01',
      '-31',
      '-W04',
      '-365',
      'T12',
      ':30',
      '1230',
      '.5',
      ',5',
      'Z',
      '+01',
    );
    const text = fc.oneof(
      digits,
      fc.array(parts, { maxLength: 7 }).map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (at) => {
        if ((await refusal({ at })) === undefined) expect(Date.parse(at)).not.toBeNaN();
      }),
      { numRuns: 300 },
    );
  });
});
