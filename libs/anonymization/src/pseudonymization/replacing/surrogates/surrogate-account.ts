import { TEST_CARDS, UNASSIGNED_BANKS } from '../../../../data/reserved';
import type { EntityTable } from '../../entities/entity-table';
import { compactOf, writeLike } from '../../../text/compact';

/** Returns a test number that the card's network publishes, in the groups of the original. */
export function surrogateCard(table: EntityTable, original: string, attempt: number): string | undefined {
  const digits = original.replace(/[^0-9]+/g, '');
  const [, numbers = []] = TEST_CARDS.find(([begins]) => new RegExp(`^(?:${begins})`).test(digits)) ?? [];
  const fitting = numbers.filter(({ length }) => length === digits.length);
  if (attempt >= fitting.length) return undefined;
  const first = table.draw(fitting.length, `card ${digits}`);
  const number = fitting[(first + attempt) % fitting.length];
  return number && writeLike(original, number);
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/**
 * Returns an IBAN of the same country with valid check digits, at a bank that does not exist; `undefined` for other
 * accounts.
 */
export function surrogateAccount(table: EntityTable, original: string, attempt: number): string | undefined {
  const compact = compactOf(original);
  const country = compact.slice(0, 2);
  const bank = UNASSIGNED_BANKS[country];
  if (!IBAN.test(compact) || bank === undefined) return undefined;
  const draw = (count: number, at: number): number =>
    table.draw(count, `account ${compact} ${attempt} ${at}`);
  const rest = Array.from(compact.slice(4), (_, at) => {
    const fixed = bank[at] ?? '#';
    return fixed === '#' ? String(draw(10, at)) : fixed;
  });
  const account = rest.join('');
  return writeLike(original, country + checkDigits(country, account) + account);
}

/** Computes check digits by ISO 7064, modulus 97-10. */
function checkDigits(country: string, account: string): string {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return String(98 - rest).padStart(2, '0');
}
