import { assert, constantFrom, integer, property } from 'fast-check';
import { randomIntegers } from '@app/testing';
import {
  NUMBER_MAKERS,
  type NumberMaker,
  type Random,
  withWrongDigit,
} from '../../../testing/numbers/valid-numbers';
import { parseLanguage } from '../../text/language';
import { resolveSpans } from '../../text/spans/unite-spans';
import type { Recognizer } from '../ports';
import { AnnouncedCodeRecognizer } from './announced-code.recognizer';
import { AccountRecognizer } from './accounts/account.recognizer';
import { CardRecognizer } from './cards/card.recognizer';
import { IdNumberRecognizer } from './id-numbers/id-number.recognizer';
import { SearchedText } from '../searched-text';

const ENGLISH = parseLanguage('en');
const RECOGNIZERS: readonly Recognizer[] = [
  new CardRecognizer(),
  new AccountRecognizer(),
  new IdNumberRecognizer(),
  new AnnouncedCodeRecognizer(),
];
const NUMBERS = 100;

function randomOf(seed: number): Random {
  const next = randomIntegers(seed);
  return (below) => next() % below;
}

function find(text: string, { type }: NumberMaker): string[] {
  const found = RECOGNIZERS.flatMap((recognizer) => recognizer.find(new SearchedText(text, ENGLISH)));
  return resolveSpans(
    text,
    found.filter((span) => span.type === type),
  ).map(({ start, end }) => text.slice(start, end));
}

describe.each(NUMBER_MAKERS.map((maker) => [maker.name, maker] as const))(
  'two hundred valid and invalid numbers: %s',
  (_, maker) => {
    const random = randomOf(2026);
    const valid = Array.from({ length: NUMBERS }, () => maker.make(random));
    const invalid = valid.map((number) => withWrongDigit(number, random));

    it('is found completely after its name', () => {
      expect(valid.filter((number) => find(`${maker.cue}${number}.`, maker)[0] !== number)).toEqual([]);
    });

    it(`is ${maker.isDistinct ? 'found' : 'left'} without a word that identifies it`, () => {
      const found = valid.filter((number) => find(`We noted ${number} today.`, maker)[0] === number);
      expect(found).toHaveLength(maker.isDistinct ? NUMBERS : 0);
    });

    it('is left if a digit is wrong and no word identifies it', () => {
      expect(invalid.flatMap((number) => find(`We noted ${number} today.`, maker))).toEqual([]);
    });
  },
);

describe('any number with a check digit', () => {
  it('is found completely after its name, and never with a wrong digit and without its name', () => {
    assert(
      property(constantFrom(...NUMBER_MAKERS), integer(), (maker, seed) => {
        const random = randomOf(seed);
        const number = maker.make(random);
        expect(find(`${maker.cue}${number}`, maker)).toEqual([number]);
        expect(find(`It was ${withWrongDigit(number, random)} then`, maker)).toEqual([]);
      }),
    );
  });
});
