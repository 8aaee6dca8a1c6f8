import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { IdNumberRecognizer } from './id-number.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('IdNumbers', new IdNumberRecognizer());

describe('IdNumberRecognizer', () => {
  it.each([
    'Steuer-ID: ⟦36574261809⟧',
    'meine Steuernummer ist ⟦21/815/08150⟧',
    'RV-Nr. ⟦15 070649 C 103⟧',
    'Krankenkasse AOK, ⟦A123456780⟧',
    'Personalausweis ⟦L01X00T471⟧',
    'Führerschein-Nr. ⟦B072RRE2I55⟧',
    'LANR ⟦123456601⟧',
    'his SSN is ⟦219-09-1234⟧',
    'applied with ⟦536-90-4399⟧ yesterday',
    'ITIN ⟦912-70-1234⟧',
    'EIN: ⟦12-3456789⟧',
    'NI number ⟦AB 12 34 56 C⟧',
    'it says ⟦JG103759A⟧ here',
    'NHS number ⟦943 476 5919⟧',
    'UTR ⟦1955839661⟧',
    'n° de sécurité sociale ⟦2 95 10 99 126 111 93⟧',
    'DNI ⟦54362315K⟧',
    'con ⟦X2482300W⟧ en regla',
    'codice fiscale ⟦RCCMNL83S18D969H⟧',
    'nata, ⟦RCCMNL83S18D969H⟧, a Roma',
    'BSN ⟦111222333⟧',
    'PESEL: ⟦44051401359⟧',
    'NIP ⟦856-734-62-15⟧',
    'NIF ⟦501964843⟧',
    'CPF ⟦390.533.447-05⟧',
    'AHV ⟦756.9217.0769.85⟧',
    'SV-Nr. ⟦1237 010180⟧',
    'USt-IdNr. ⟦DE136695976⟧',
    'passport no. ⟦C01X00T47⟧',
    'Passnummer: ⟦C01X00T47⟧',
    'n° de passeport ⟦12AB34567⟧',
    'paszport ⟦ZS0000177⟧',
    '⟦P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<⟧\n⟦L898902C36UTO7408122F1204159ZE184226B<<<<<10⟧',
    'pesel;miasto\n⟦44051401359⟧;Toruń',
    '{"ssn":"⟦219091234⟧"}',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'order 36574261809 was shipped',
    'Artikel 21/815/08150',
    'part A123456780',
    'Steuer-ID folgt',
    'tax of 19 percent',
    '44051401359',
    '111222333',
    '54362315A',
    'RCCMNL83S18D969X',
    'section 12-3456789',
    'uint32 ssn = 0x0001',
    'DE136695975',
    'call 219-09-12345',
    'VAT 20%',
    'passport expires 2027',
    '0ab99358-8279-4a5b-b6a0-2ee36b8664fb',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['capitals', 'AB '.repeat(33_000)],
    ['words for numbers', 'SSN '.repeat(25_000)],
    ['fillers', '<'.repeat(100_000)],
    ['numbers of nine digits', '123456789 '.repeat(10_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
