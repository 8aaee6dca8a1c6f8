import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { CardRecognizer } from './card.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('Cards', new CardRecognizer());

describe('CardRecognizer', () => {
  it.each([
    'Please charge ⟦4111 1111 1111 1111⟧.',
    'Kreditkarte: ⟦5555-5555-5555-4444⟧',
    'Die Karte ⟦4111111111111111⟧, gültig bis ⟦08/27⟧, Prüfziffer ⟦123⟧',
    'Amex ⟦3782 822463 10005⟧ exp ⟦09/28⟧ cvv ⟦1234⟧',
    'Carte bancaire n° ⟦4970 1000 0000 0014⟧ cryptogramme ⟦417⟧',
    'Tarjeta de crédito: ⟦5105 1051 0510 5100⟧',
    'numero carta ⟦4532 7828 0358 5050⟧',
    'creditcard ⟦6011 1111 1111 1117⟧ geldig tot ⟦11/27⟧',
    'numer karty: ⟦5200 8282 8282 8210⟧',
    'cartão ⟦4012 8888 8888 1881⟧',
    '⟦4111 1111 1111 1111⟧ ⟦08/27⟧ ⟦123⟧',
    '{"card":"⟦4111111111111111⟧","cvc":"⟦737⟧"}',
    'card number is ⟦4111 1111 1111 1112⟧ (mistyped)',
    'Visa ⟦**** **** **** 1111⟧',
    'the card ending in ⟦4471⟧ was declined',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'order 4111 1111 1111 1112',
    'timestamp 1700000000000000',
    'EAN 4006381333931',
    'ISBN 978-3-16-148410-0',
    'card game for 2 to 4 players',
    'call +49 4111 1111 1111 11',
    'room 0000 0000 0000 0000',
    'my graphics card is a 4070 Ti',
    '2024-01-01 10:00:00',
    '0.4111111111111111',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['card words', 'card '.repeat(20_000)],
    ['card numbers', '4111 1111 1111 1111 '.repeat(5_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
