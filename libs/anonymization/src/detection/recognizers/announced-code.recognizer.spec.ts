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
  'Versichertennummer ⟦A eins zwei drei vier fünf sechs sieben acht neun⟧',
  'mi DNI es ⟦cinco cuatro tres seis dos tres uno cinco k⟧',
  'PESEL ⟦cztery cztery zero pięć⟧ w domu',
  'mi DNI es ⟦cinco cuatro tres seis⟧ y vivo aquí',
  'my social security number is ⟦two one nine, oh nine, one two three four⟧',
  'mi DNI es ⟦cinco cuatro tres seis dos tres uno cinco⟧',
  'BSN ⟦een een een twee twee twee drie drie drie⟧',
  'PESEL ⟦cztery cztery zero pięć jeden cztery zero jeden trzy pięć dziewięć⟧',
  'o meu NIF é ⟦cinco zero um nove seis quatro oito quatro três⟧',
];
const ACCOUNTS = ['Kontonummer ⟦null sechs vier acht vier acht neun acht neun null⟧'];
const PINS = [
  'the pin is ⟦seven oh nine three⟧',
  'die PIN ist ⟦sieben null neun drei⟧',
  'my PIN is ⟦one two three four⟧',
  "it's my pin, ⟦four three two one⟧, don't tell",
  'PIN: ⟦1 2 3 4⟧',
  'the verification code is ⟦four, five, six, seven, eight, nine⟧',
  'Meine PIN ist ⟦eins zwei drei vier⟧.',
  'die Geheimzahl lautet ⟦neun acht sieben sechs⟧',
  'TAN ⟦eins, zwei, drei, vier, fünf, sechs⟧',
  'der Türcode ist die ⟦vier drei zwei eins⟧',
  'mon code PIN est ⟦un deux trois quatre⟧',
  "le digicode c'est ⟦quatre trois deux un⟧",
  'code secret : ⟦un, deux, trois, quatre⟧',
  'mi PIN es ⟦uno dos tres cuatro⟧',
  'el código de verificación es el ⟦cuatro cinco seis siete⟧',
  'il mio PIN è ⟦uno due tre quattro⟧',
  'codice di accesso ⟦quattro tre due uno⟧',
  'mijn pincode is ⟦een twee drie vier⟧',
  'toegangscode: ⟦vier drie twee een⟧',
  'mój PIN to ⟦jeden dwa trzy cztery⟧',
  'kod do drzwi ⟦cztery trzy dwa jeden⟧',
  'o meu PIN é ⟦um dois três quatro⟧',
  'código de acesso: ⟦quatro três dois um⟧',
];
/** Counting is a number only after its announcement. */
const COUNTING_UP = [
  'the customer number is ⟦one two three four five⟧',
  'Kundennummer ⟦eins zwei drei vier fünf⟧',
  'numéro de client ⟦un deux trois quatre cinq⟧',
];
const NONE = [
  'the order number has one, two, three, four, five digits',
  'our case: two or three of them',
  'Die Kundennummer hat vier Stellen, nicht drei.',
  'the reference is one of two',
  'le dossier deux',
  'numer klienta ma dwie cyfry',
  "one two three four, let's go",
  'eins, zwei, drei, vier, los geht es mit der PIN',
  'un deux trois quatre, partez',
  'uno dos tres cuatro, vamos',
  'uno due tre quattro, via',
  'een twee drie vier, hoedje van papier',
  'raz, jeden dwa trzy cztery, start',
  'um dois três quatro, vamos lá',
  'count to five: one two three four five',
  'the pin has one two three tries',
  'Die PIN hat vier Stellen. Wir zählen eins zwei drei vier',
  'el número de cliente es uno de los dos',
];

describe('AnnouncedCodeRecognizer', () => {
  describe.each([
    ['References', [...REFERENCES, ...COUNTING_UP]],
    ['IdNumbers', ID_NUMBERS],
    ['BankAccounts', ACCOUNTS],
    ['Secrets', PINS],
  ] as const)('finds %s that are dictated', (type, texts) => {
    const recognizer = withAnnouncedCodes(type);
    it.each(texts)('in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));
    it.each(NONE)('and nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));
  });

  it.each([...REFERENCES, ...ID_NUMBERS, ...ACCOUNTS, ...PINS, ...COUNTING_UP])(
    'leaves %j to it, as no telephone number',
    (marked) => {
      const text = marked.replaceAll(/[⟦⟧]/g, '');
      expect(foundIn(new SpokenPhoneRecognizer(), text)).toBe(text);
    },
  );
});
