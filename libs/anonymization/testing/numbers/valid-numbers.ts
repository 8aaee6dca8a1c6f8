import type { EntityType } from '../../src/entity-type';

/** Digits from 0 to `below - 1`, the same ones for the same seed (mulberry32). */
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A kind of number with a check digit, made by its published rule rather than by the code under test. */
export interface NumberMaker {
  name: string;
  type: EntityType;
  make: (random: Random) => string;
  /** A sentence up to the number that says what it is */
  cue: string;
  /** Whether it is found without the cue */
  isDistinct: boolean;
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random(10))).join('');
const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + random(26))).join('');
const two = (value: number): string => String(value).padStart(2, '0');
const weighted = (number: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(number[at]), 0);

function luhnDigit(number: string): string {
  const sum = [...number]
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The remainder of a long decimal number. */
function mod(number: string, by: number): number {
  return [...number].reduce((rest, digit) => (rest * 10 + Number(digit)) % by, 0);
}

function iban(country: string, account: string): string {
  const numeric = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `${country}${two(98 - mod(numeric, 97))}${account}`;
}

const grouped = (number: string): string => number.replace(/.{4}(?=.)/g, '$& ');

/** Until the rule gives a check digit: some remainders have none. */
function until<T>(make: () => T | undefined): T {
  for (;;) {
    const made = make();
    if (made !== undefined) return made;
  }
}

const brazilian = (number: string, weights: readonly number[]): string => {
  const rest = weighted(number, weights) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};

export const NUMBER_MAKERS: readonly NumberMaker[] = [
  {
    name: 'Visa',
    type: 'Cards',
    make: (random) => {
      const number = `4${digits(random, 14)}`;
      return grouped(number + luhnDigit(number));
    },
    cue: 'Charged to my Visa card ',
    isDistinct: true,
  },
  {
    name: 'American Express',
    type: 'Cards',
    make: (random) => {
      const number = `37${digits(random, 12)}`;
      const whole = number + luhnDigit(number);
      return `${whole.slice(0, 4)} ${whole.slice(4, 10)} ${whole.slice(10)}`;
    },
    cue: 'Kreditkarte: ',
    isDistinct: true,
  },
  {
    name: 'German IBAN',
    type: 'BankAccounts',
    make: (random) => grouped(iban('DE', digits(random, 18))),
    cue: 'IBAN: ',
    isDistinct: true,
  },
  {
    name: 'British IBAN',
    type: 'BankAccounts',
    make: (random) => iban('GB', letters(random, 4) + digits(random, 14)),
    cue: 'IBAN ',
    isDistinct: true,
  },
  {
    name: 'Polish account',
    type: 'BankAccounts',
    make: (random) => {
      const whole = iban('PL', digits(random, 24)).slice(2);
      return `${whole.slice(0, 2)} ${grouped(whole.slice(2))}`;
    },
    cue: 'numer konta: ',
    isDistinct: true,
  },
  {
    name: 'German tax id',
    type: 'IdNumbers',
    make: (random) => {
      // Ten digits of which one stands twice, and one therefore not at all.
      const pool = [...'1234567890'].sort(() => random(3) - 1);
      if (pool[0] === '0') pool.reverse();
      const at = 1 + random(8);
      pool[9] = pool[at] === pool[8] ? (pool[0] ?? '1') : (pool[at] ?? '1');
      const number = pool.join('');
      let product = 10;
      for (const digit of number) {
        const sum = (Number(digit) + product) % 10 || 10;
        product = (sum * 2) % 11;
      }
      return number + String((11 - product) % 10);
    },
    cue: 'Meine Steuer-ID lautet ',
    isDistinct: false,
  },
  {
    name: 'Polish PESEL',
    type: 'IdNumbers',
    make: (random) => {
      const number = two(40 + random(59)) + two(1 + random(12)) + two(1 + random(28)) + digits(random, 4);
      const sum = weighted(number, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]);
      return number + String((10 - (sum % 10)) % 10);
    },
    cue: 'PESEL ',
    isDistinct: false,
  },
  {
    name: 'Polish NIP',
    type: 'IdNumbers',
    make: (random) =>
      until(() => {
        const number = `${1 + random(9)}${1 + random(9)}${digits(random, 7)}`;
        const check = weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
        const whole = number + String(check);
        return check === 10
          ? undefined
          : [whole.slice(0, 3), whole.slice(3, 6), whole.slice(6, 8), whole.slice(8)].join('-');
      }),
    cue: 'NIP: ',
    isDistinct: false,
  },
  {
    name: 'Dutch BSN',
    type: 'IdNumbers',
    make: (random) =>
      until(() => {
        const number = `${1 + random(9)}${digits(random, 7)}`;
        const check = weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        return check === 10 ? undefined : number + String(check);
      }),
    cue: 'BSN ',
    isDistinct: false,
  },
  {
    name: 'Portuguese NIF',
    type: 'IdNumbers',
    make: (random) => {
      const number = `2${digits(random, 7)}`;
      const rest = weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
      return number + String(rest < 2 ? 0 : 11 - rest);
    },
    cue: 'o meu NIF é ',
    isDistinct: false,
  },
  {
    name: 'NHS number',
    type: 'IdNumbers',
    make: (random) =>
      until(() => {
        const number = `${4 + random(3)}${digits(random, 8)}`;
        const check = (11 - (weighted(number, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
        const whole = number + String(check);
        return check === 10 ? undefined : `${whole.slice(0, 3)} ${whole.slice(3, 6)} ${whole.slice(6)}`;
      }),
    cue: 'NHS number ',
    isDistinct: false,
  },
  {
    name: 'Spanish DNI',
    type: 'IdNumbers',
    make: (random) => {
      const number = digits(random, 8);
      return number + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(number) % 23);
    },
    cue: 'DNI ',
    isDistinct: true,
  },
  {
    name: 'Spanish NIE',
    type: 'IdNumbers',
    make: (random) => {
      const first = random(3);
      const number = digits(random, 7);
      return 'XYZ'.charAt(first) + number + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(first + number) % 23);
    },
    cue: 'NIE: ',
    isDistinct: true,
  },
  {
    name: 'French NIR',
    type: 'IdNumbers',
    make: (random) => {
      const number =
        `${1 + random(2)}${two(30 + random(70))}${two(1 + random(12))}` +
        `${two(1 + random(19))}${two(1 + random(99)).padStart(3, '0')}${two(1 + random(99)).padStart(3, '0')}`;
      const whole = number + two(97 - mod(number, 97));
      return whole.replace(/^(.)(..)(..)(..)(...)(...)(..)$/, '$1 $2 $3 $4 $5 $6 $7');
    },
    cue: 'n° de sécurité sociale : ',
    isDistinct: true,
  },
  {
    name: 'Belgian national number',
    type: 'IdNumbers',
    make: (random) => {
      const number =
        two(40 + random(50)) +
        two(1 + random(12)) +
        two(1 + random(28)) +
        String(1 + random(997)).padStart(3, '0');
      const whole = number + two(97 - (Number(number) % 97));
      return whole.replace(/^(..)(..)(..)(...)(..)$/, '$1.$2.$3-$4.$5');
    },
    cue: 'rijksregisternummer ',
    isDistinct: true,
  },
  {
    name: 'Swiss AHV number',
    type: 'IdNumbers',
    make: (random) => {
      const number = `756${digits(random, 9)}`;
      const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
      const whole = number + String((10 - (sum % 10)) % 10);
      return whole.replace(/^(...)(....)(....)(..)$/, '$1.$2.$3.$4');
    },
    cue: 'AHV-Nr. ',
    isDistinct: true,
  },
  {
    name: 'Brazilian CPF',
    type: 'IdNumbers',
    make: (random) => {
      const number = `${1 + random(8)}${digits(random, 7)}9`;
      const first = number + brazilian(number, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
      const whole = first + brazilian(first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
      return whole.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
    },
    cue: 'CPF: ',
    isDistinct: true,
  },
  {
    name: 'Brazilian CNPJ',
    type: 'IdNumbers',
    make: (random) => {
      const number = `${1 + random(8)}${digits(random, 7)}0001`;
      const first = number + brazilian(number, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
      const whole = first + brazilian(first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
      return whole.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
    },
    cue: 'CNPJ ',
    isDistinct: true,
  },
];

/** The same number with another digit in one place: one that is not the last, so that its kind stays. */
export function withWrongDigit(number: string, random: Random): string {
  const places = [...number].flatMap((sign, at) => (/\d/.test(sign) && at >= 4 ? [at] : []));
  const at = places[random(places.length)] ?? number.length - 1;
  const wrong = (Number(number[at]) + 1 + random(9)) % 10;
  return number.slice(0, at) + String(wrong) + number.slice(at + 1);
}
