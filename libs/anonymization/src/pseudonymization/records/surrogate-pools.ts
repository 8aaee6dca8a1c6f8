import { FICTIONAL_NUMBERS } from '../../../data/reserved';
import { fold } from '../../lexicon/fold';
import { LANGUAGES } from '../../lexicon/languages';
import { DOCUMENTATION_ADDRESSES, MAC_HOSTS } from '../replacing/surrogates/surrogate-ip';
import { inventedWords } from '../replacing/surrogates/invented-word';
import { LETTERS } from '../replacing/surrogates/surrogate-name';
import { numbersOf } from '../replacing/surrogates/surrogate-phone';
import { claimOfNumber, claimOfValue, claimOfWord, type Claim } from './claims';

/** Larger pools are rarely used up. */
const MOST_OF_POOL = 20_000;
const INITIAL = /(?<![\p{L}\p{M}])\p{L}(?![\p{L}\p{M}])/gu;
const MAC = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$|^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/;

const organizations = new Set(inventedWords('organization', 'de').map(fold));
const towns = Object.keys(LANGUAGES).map(
  (code) => new Set(inventedWords('town', code as keyof typeof LANGUAGES).map(fold)),
);
const ranges = Object.values(FICTIONAL_NUMBERS)
  .flatMap(({ fixed, mobile }) => [fixed, mobile])
  .filter(({ length }) => length > 0)
  .map((range) => ({
    range,
    pattern: new RegExp(`^0?(?:${range.map((digits) => digits.replaceAll('#', '\\d')).join('|')})$`),
  }));

/**
 * Returns the claims of all surrogates from which one was drawn that another record has, if they are few. With them, the
 * next draw takes a free one, or finds out that there is none.
 */
export function poolsOf(claims: readonly Claim[]): Claim[] {
  const pools = new Map<unknown, () => Claim[]>();
  for (const { type, kind, text } of claims) {
    if (kind === 'word')
      for (const words of [organizations, ...towns])
        if (words.has(text)) pools.set(words, () => [...words].map((word) => claimOfWord(word, type)));
    if (kind === 'number')
      for (const { range, pattern } of ranges)
        if (pattern.test(text))
          pools.set(range, () => numbersOf(range, MOST_OF_POOL).map((digits) => claimOfNumber(digits)));
    if (kind !== 'value') continue;
    if (type === 'Names')
      pools.set(text, () => withOtherInitials(text).map((name) => claimOfValue(type, name)));
    if (type !== 'IpAddresses') continue;
    if (DOCUMENTATION_ADDRESSES.includes(text))
      pools.set(DOCUMENTATION_ADDRESSES, () =>
        DOCUMENTATION_ADDRESSES.map((address) => claimOfValue(type, address)),
      );
    else if (MAC.test(text))
      pools.set(text.slice(0, -2), () =>
        MAC_HOSTS.map((host) => claimOfValue(type, text.slice(0, -2) + host)),
      );
  }
  return [...pools.values()].flatMap((pool) => pool());
}

/** Returns the names of one person with each letter as an initial. */
const withOtherInitials = (name: string): string[] =>
  INITIAL.test(name) ? [...LETTERS].map((letter) => name.replace(INITIAL, letter.toLowerCase())) : [];
