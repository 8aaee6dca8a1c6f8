/** The issuer ranges of the card networks (ISO/IEC 7812), and the lengths of their numbers. */
const NETWORKS: readonly { issuers: RegExp; lengths: readonly number[] }[] = [
  // Visa
  { issuers: /^4/, lengths: [16, 13, 19] },
  // Mastercard
  { issuers: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  // American Express
  { issuers: /^3[47]/, lengths: [15] },
  // Diners Club
  { issuers: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19] },
  // Discover
  { issuers: /^6(?:011|4[4-9]|5)/, lengths: [16, 19] },
  // JCB
  { issuers: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  // UnionPay
  { issuers: /^62/, lengths: [16, 17, 18, 19] },
  // Maestro
  { issuers: /^(?:5018|5020|5038|5[68]|6304|67)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  // Mir, RuPay, Troy, Elo
  { issuers: /^(?:220[0-4]|60|8[12]|508|9792|636)/, lengths: [16] },
];

/** Returns whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B). */
export function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Returns whether range, length and check digit match a card network. */
export function isCardNumber(digits: string): boolean {
  return (
    NETWORKS.some(({ issuers, lengths }) => lengths.includes(digits.length) && issuers.test(digits)) &&
    !/^(\d)\1+$/.test(digits) &&
    hasLuhnDigit(digits)
  );
}
