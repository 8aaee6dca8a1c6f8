import { foundIn } from '../../../testing/numbers/found-in';
import { withAnnouncedCodes } from '../../../testing/with-announced-codes';
import { SpokenPhoneRecognizer } from './phones/spoken-phone.recognizer';

const REFERENCES = [
  'Meine Kundennummer ist ⟦vier sieben eins eins null acht⟧.',
  'Aktenzeichen ⟦drei vier fünf acht eins⟧',
  'my order number is ⟦one two three four oh five one⟧',
  'mon numéro de client est le ⟦quatre sept un un zéro huit⟧',
  'numéro de dossier ⟦vingt-trois quarante-deux douze⟧',
  'número de cliente ⟦cuatro siete uno uno cero ocho⟧',
  'il numero cliente è ⟦quattro sette uno uno zero otto⟧',
  'mijn klantnummer is ⟦vier zeven een een nul acht⟧',
  'numer klienta ⟦cztery siedem jeden jeden zero osiem⟧',
  'o meu número de cliente é ⟦quatro sete um um zero oito⟧',
];
const ID_NUMBERS = [
  'my social security number is ⟦two one nine, oh nine, one two three four⟧',
  'mi DNI es ⟦cinco cuatro tres seis dos tres uno cinco⟧',
  'BSN ⟦een een een twee twee twee drie drie drie⟧',
  'PESEL ⟦cztery cztery zero pięć jeden cztery zero jeden trzy pięć dziewięć⟧',
  'o meu NIF é ⟦cinco zero um nove seis quatro oito quatro três⟧',
];
const ACCOUNTS = ['Kontonummer ⟦null sechs vier acht vier acht neun acht neun null⟧'];
const PINS = ['the pin is ⟦seven oh nine three⟧', 'die PIN ist ⟦sieben null neun drei⟧'];
const NONE = [
  'the order number has one, two, three, four, five digits',
  'our case: two or three of them',
  'Die Kundennummer hat vier Stellen, nicht drei.',
  'the reference is one of two',
  'le dossier deux',
  'numer klienta ma dwie cyfry',
  'the pin is one two three four five six',
  'el número de cliente es uno de los dos',
];

describe('AnnouncedCodeRecognizer', () => {
  describe.each([
    ['References', REFERENCES],
    ['IdNumbers', ID_NUMBERS],
    ['BankAccounts', ACCOUNTS],
    ['Secrets', PINS],
  ] as const)('finds %s that are dictated', (type, texts) => {
    const recognizer = withAnnouncedCodes(type);
    it.each(texts)('in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));
    it.each(NONE)('and nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));
  });

  it.each([...REFERENCES, ...ID_NUMBERS, ...ACCOUNTS, ...PINS])(
    'leaves %j to it, as no telephone number',
    (marked) => {
      const text = marked.replaceAll(/[⟦⟧]/g, '');
      expect(foundIn(new SpokenPhoneRecognizer(), text)).toBe(text);
    },
  );
});
