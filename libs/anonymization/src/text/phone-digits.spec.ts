import * as fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { phoneSpellings } from './phone-digits';

const code = fc.constantFrom(...getCountries().map((country) => getCountryCallingCode(country)));
const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((all) => all.join(''));

describe('phoneSpellings', () => {
  it('include a German number with its country code, in national and in mixed form', () => {
    expect(phoneSpellings('030 1234567', '+49891234567')).toEqual([
      '0301234567',
      '49301234567',
      '0049301234567',
      '490301234567',
      '00490301234567',
    ]);
  });

  it('include a number of an unknown country unchanged', () => {
    expect(phoneSpellings('030 1234567', undefined)).toEqual(['0301234567']);
    expect(phoneSpellings('030 1234567', '0301234567')).toEqual(['0301234567']);
  });

  it('use the same country as a parser of the whole number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(code, digits(0, 14)).map(([prefix, rest]) => `+${prefix}${rest}`),
          digits(1, 16).map((all) => `+${all}`),
        ),
        (number) => {
          const parsed = parsePhoneNumberFromString(number)?.countryCallingCode;
          const spellings = phoneSpellings('555123456', number);
          expect(spellings.includes(`00${parsed}555123456`)).toBe(parsed !== undefined);
          expect(spellings.length > 1).toBe(parsed !== undefined);
        },
      ),
    );
  });
});
