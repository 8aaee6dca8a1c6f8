import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { digitsOf } from '../../../text/phone-digits';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { matchAfter } from '../cues/code-at';
import { matchesInRegions } from '../cues/digit-regions';
import { cardAt } from './announced-card';
import { isCardNumber } from './card-number';

/** 12 to 19 digits in any grouping: `4111 1111 1111 1111`, `3782-822463-10005`, `4111.1111.1111.1111`. */
const NUMBER =
  /(?<![\p{L}\p{N}+]|\d[.,:/-]|\d{2} )\d(?:[ \u00a0.·-]{0,2}\d){11,18}(?![\p{L}\p{N}]|[.,:/-]\d| \d{4})/gu;
/** Lengths that need a word for a card, because times, articles and numbered records have them too. */
const EVERYDAY_LENGTH = /^\d{12,14}$|^\d{17,19}$/;
const EXPIRY = /(?:0[1-9]|1[0-2])\s?[/.-]\s?(?:20)?\d{2}(?![\p{N}/.])/uy;
/** The maximum distance of its code and its expiry date from a card number. */
const REACH = 120;
/** Expiry date and code directly after the number without a word: `4111 1111 1111 1111 08/27 123`. */
const BARE =
  /^[ \t,;|/]{1,4}(?<expiry>(?:0[1-9]|1[0-2])\/(?:20)?\d{2})(?:[ \t,;|/]{1,4}(?<code>\d{3,4}))?(?![\p{N}/])/u;

/**
 * Numbers of payment cards: by the range of their network, their length and their check digit, in any grouping. Also the
 * security code and the expiry date next to a number. Other announced numbers are in `ANNOUNCED_CODES`.
 */
export class CardRecognizer extends Recognizer {
  readonly name = 'card';
  readonly finds = ['Cards'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const whole = numbersIn(searched);
    const numbers = [...whole, ...searched.announced('card').flatMap((place) => cardAt(text, place) ?? [])];
    const expiries = searched
      .announced('cardExpiry')
      .flatMap((place) => matchAfter(text, place, EXPIRY) ?? [])
      .filter(({ start }) => numbers.some((number) => Math.abs(number.start - start) <= REACH));
    const beside = [...expiries, ...numbers.flatMap((number) => bareBeside(text, number.end))];
    return [...whole, ...beside.map(({ start, end }): Span => ({ start, end, type: 'Cards' }))];
  }
}

function numbersIn({ digitRegions }: SearchedText): Span[] {
  return [...matchesInRegions(NUMBER, digitRegions)].flatMap(({ written, start: index }): Span[] => {
    const digits = digitsOf(written);
    // Ungrouped numbers of these lengths are far more often articles, times and records than cards.
    if (EVERYDAY_LENGTH.test(written) || !isCardNumber(digits) || !isGrouped(written)) return [];
    return [{ start: index, end: index + written.length, type: 'Cards', canonical: digits }];
  });
}

/** Returns whether the digits form one run, or groups of at least two digits with one kind of separator. */
function isGrouped(written: string): boolean {
  const signs = new Set(written.match(/[^\d]+/g));
  return signs.size <= 1 && written.split(/[^\d]+/).every((group) => group.length >= 2);
}

function bareBeside(text: string, end: number): Range[] {
  const groups = BARE.exec(text.slice(end, end + 24))?.groups;
  if (!groups) return [];
  return [groups.expiry, groups.code].flatMap((value): Range[] => {
    if (value === undefined) return [];
    const start = text.indexOf(value, end);
    return [{ start, end: start + value.length }];
  });
}
