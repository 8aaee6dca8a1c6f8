import { parseLanguage } from '../../../text/language';
import { spokenWord } from '../cues/number-words';
import { SpokenPhoneRecognizer } from './spoken-phone.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new SpokenPhoneRecognizer();
const find = (text: string) =>
  recognizer
    .find(new SearchedText(text, parseLanguage('de')))
    .map(({ start, end }) => text.slice(start, end));

describe('SpokenPhoneRecognizer', () => {
  it.each([
    ['null eins sieben eins drei neun zwei null null', '+49171392'],
    ['null eins sieben zwo, neunundneunzig, fünfundzwanzig, neun null vier', '0172992590'],
    ['six oh two, five five five, oh one nine two', '6025550192'],
    ['oh seven seven double zero, nine double zero, one four five', '07700900145'],
    ['zéro six trente-neuf quatre-vingt-dix-huit douze quarante-trois', '0639981243'],
    ['seis uno dos treinta y cuatro cincuenta y seis', '6123456'],
    ['tre quattro sette ventuno trentadue cinquantotto', '347213258'],
    ['nul zes een twee drieëntwintig vier vijf', '06122345'],
    ['sześć zero jeden dwa trzy cztery pięć', '6012345'],
    ['nove um dois três quatro vinte e cinco', '9123425'],
    ['2 1 2, 5 5 5, 0 1 4 0', '2125550140'],
    ['sześćset dwa, sto dwadzieścia trzy, czterysta pięćdziesiąt sześć', '602123456'],
    ['seiscientos doce, trescientos cuarenta y cinco, seiscientos setenta y ocho', '612345678'],
    ['novecentos e doze, trezentos e quarenta e cinco, seiscentos e setenta e oito', '912345678'],
  ])('reads %j', (text, digits) => {
    const [span] = recognizer.find(new SearchedText(`Meine Nummer ist ${text}, danke.`, parseLanguage('de')));
    expect(span?.canonical?.replace(/^\+49/, '0')).toContain(digits.replace(/^\+49/, '').replace(/^0/, ''));
    expect(find(`Also: ${text}, danke.`).join()).toContain(text.slice(-10));
  });

  it.each([
    'eins zwei drei vier fünf sechs sieben',
    'ten nine eight seven six five four three two one zero',
    'We saw two or three of them at nine, then five more.',
    'the score was six to two and seven to five',
    'Kapitel 1 2 3 5 7 9 11',
    'order number one two three four oh five one seven seven',
    'numéro de client est le quatre sept un un zéro huit deux',
    'o meu NIF é cinco zero um nove seis quatro oito quatro três',
    'trescientos cuarenta y cinco mil seiscientos setenta y ocho euros',
    'drei Leute, vier Hunde und fünf Katzen',
    'two thousand and twenty one',
    'four million, three hundred and fifty two seven six one',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it('accepts a short number if a word announces it', () => {
    expect(find('Durchwahl wäre: eins eins sieben vier')).toEqual([]);
    expect(find('Das Telefon hat zwo drei eins zwo')).toEqual(['zwo drei eins zwo']);
  });

  it.each([
    ['neunundneunzig', '99'],
    ['twenty-three', '23'],
    ['quatre-vingt-dix-huit', '98'],
    ['soixante-quinze', '75'],
    ['veintidós', undefined],
    ['veintidos', '22'],
    ['ventotto', '28'],
    ['eenentwintig', '21'],
  ])('reads %s', (word, digits) => {
    const known = spokenWord(word);
    expect(known?.is === 'digits' ? known.digits : undefined).toBe(digits);
  });

  it.each([
    ['words', 'eins '.repeat(20_000)],
    ['hyphens', 'eins-'.repeat(20_000)],
    ['double', 'double '.repeat(14_000)],
    ['and', 'und '.repeat(25_000)],
    ['letters', 'a'.repeat(100_000)],
    ['digits', '1 '.repeat(50_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('de'))).length).toBeLessThan(30_000);
  });
});
