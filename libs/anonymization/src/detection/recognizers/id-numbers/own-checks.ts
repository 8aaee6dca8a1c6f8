import { hasLuhnDigit } from '../cards/card-number';

const digitsAt = (value: string): number[] => [...value].map(Number);

/** Checks an NHS number (England, Wales): mod 11 over nine digits with the weights 10 to 2. */
export function isNhsNumber(value: string): boolean {
  const digits = digitsAt(value.replace(/\D/g, ''));
  if (digits.length !== 10 || new Set(digits).size === 1) return false;
  const sum = digits.slice(0, 9).reduce((total, digit, at) => total + digit * (10 - at), 0);
  return (11 - (sum % 11)) % 11 === digits[9];
}

/**
 * Checks a German health insurance number (KVNR): a letter as two digits, and eight digits; weights 1 and 2, digit
 * sums.
 */
export function isHealthInsuranceNumber(value: string): boolean {
  const compact = value.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]\d{9}$/.test(compact)) return false;
  const letter = String(compact.charCodeAt(0) - 64).padStart(2, '0');
  const digits = digitsAt(letter + compact.slice(1, -1));
  const sum = digits.reduce((total, digit, at) => {
    const product = digit * (1 + (at % 2));
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(compact.at(-1));
}

/**
 * Checks a German physician number (LANR): six digits with a check digit by the weights 4 and 9, and two for the
 * specialty.
 */
export function isPhysicianNumber(value: string): boolean {
  const digits = digitsAt(value.replace(/\D/g, ''));
  if (digits.length !== 9) return false;
  const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 4 : 9), 0);
  return (10 - (sum % 10)) % 10 === digits[6];
}

/** Checks a Brazilian social integration number (PIS, NIS): mod 11. */
export function isPisNumber(value: string): boolean {
  const digits = digitsAt(value.replace(/\D/g, ''));
  if (digits.length !== 11 || new Set(digits).size === 1) return false;
  const weights = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  const check = 11 - (sum % 11);
  return (check > 9 ? 0 : check) === digits[10];
}

/**
 * Checks an American taxpayer number (ITIN): it begins with 9; the group is 50 to 65, 70 to 88, 90 to 92 or 94 to 99.
 */
export function isItin(value: string): boolean {
  return /^9\d{2}-?(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-?\d{4}$/.test(value);
}

/** Checks a national provider identifier of the United States: Luhn with the prefix of health cards, 80840. */
export function isProviderNumber(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  return /^[12]\d{9}$/.test(digits) && hasLuhnDigit(`80840${digits}`);
}

/** Checks a registration of a prescriber in the United States (DEA): the odd digits and twice the even ones. */
export function isDeaNumber(value: string): boolean {
  const digits = digitsAt(value.slice(2));
  const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (1 + (at % 2)), 0);
  return digits.length === 7 && sum % 10 === digits[6];
}

/** Checks a Belgian number of a care provider (RIZIV, INAMI): six digits modulo 97, or 89 for newer numbers. */
export function isBelgianCareNumber(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  const [number, check] = [Number(digits.slice(0, 6)), Number(digits.slice(6, 8))];
  return digits.length === 11 && number > 0 && [97, 89].some((by) => by - (number % by) === check);
}

/** Checks an Austrian tax number: two digits of the tax office and seven; weights 1 and 2, digit sums. */
export function isAustrianTaxNumber(value: string): boolean {
  const digits = digitsAt(value.replace(/\D/g, ''));
  if (digits.length !== 9) return false;
  const sum = digits.slice(0, 8).reduce((total, digit, at) => {
    const product = digit * (1 + (at % 2));
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - (sum % 10)) % 10 === digits[8];
}

/** Checks a Polish identity card: three letters, a check digit and five digits; weights 7, 3, 1. */
export function isPolishIdentityCard(value: string): boolean {
  const values = [...value.replace(/\s/g, '')].map((sign) => Number.parseInt(sign, 36));
  if (values.length !== 9) return false;
  const [first, second, third, check, ...rest] = values as [number, number, number, number, ...number[]];
  const sum = [first, second, third, ...rest].reduce(
    (total, digit, at) => total + digit * ([7, 3, 1][at % 3] ?? 0),
    0,
  );
  return sum % 10 === check;
}

/** Checks a Hungarian social insurance number (TAJ): eight digits by the weights 3 and 7. */
export function isHungarianInsuranceNumber(value: string): boolean {
  const digits = digitsAt(value.replace(/\D/g, ''));
  const sum = digits.slice(0, 8).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 7), 0);
  return digits.length === 9 && sum > 0 && sum % 10 === digits[8];
}

/** Checks a Hungarian tax number of a person: 8 and eight digits by their positions, mod 11. */
export function isHungarianTaxNumber(value: string): boolean {
  const digits = digitsAt(value);
  const sum = digits.slice(0, 9).reduce((total, digit, at) => total + digit * (at + 1), 0);
  return digits.length === 10 && sum % 11 === digits[9];
}
