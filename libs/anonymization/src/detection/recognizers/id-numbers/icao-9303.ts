/** Returns the check digit of a field of digits, capitals and fillers (ICAO 9303, part 3, 4.9): weights 7, 3, 1. */
export function icaoDigit(field: string): number {
  let sum = 0;
  for (let at = 0; at < field.length; at += 1) {
    const sign = field[at] ?? '<';
    const value = sign === '<' ? 0 : Number.parseInt(sign, 36);
    sum += value * ([7, 3, 1][at % 3] ?? 1);
  }
  return sum % 10;
}

/** Returns whether the last character of a field is the check digit of the others. */
export function hasIcaoDigit(field: string): boolean {
  return /^[A-Z0-9<]+\d$/.test(field) && icaoDigit(field.slice(0, -1)) === Number(field.at(-1));
}

/**
 * The lines of a machine-readable zone: two of 44 (passports) or of 36 (visas, older cards), three of 30 (cards). All but
 * the line of names consist of 30 to 44 capitals, digits and fillers, with check digits for number and birth date.
 */
const LINE = /(?<![A-Z0-9<])[A-Z0-9<](?:[A-Z0-9< ]{28,50})[A-Z0-9<](?![A-Z0-9<])/gu;

export const MRZ_LINE = LINE;

/** Returns whether a line without blanks belongs to a machine-readable zone. */
export function isMrzLine(line: string): boolean {
  if (![30, 36, 44].includes(line.length) || !line.includes('<')) return false;
  if (/^[PVIAC][A-Z<][A-Z]{3}/.test(line) && /<<|<{3}/.test(line)) return true;
  // The line of numbers: of passports (number, nationality, birth), or of cards (birth, sex, expiry, nationality).
  if (hasIcaoDigit(line.slice(0, 10)) && hasIcaoDigit(line.slice(13, 20))) return true;
  if (/^\d{7}[MFX<]\d{7}[A-Z<]{3}/.test(line) && hasIcaoDigit(line.slice(0, 7))) return true;
  // The names on a card: MUSTERMANN<<ERIKA<<<<
  return /^[A-Z]+(?:<[A-Z]+)*<<[A-Z]+(?:<[A-Z]+)*<{2,}$/.test(line);
}
