import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { PlateRecognizer } from './plate.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('Plates', new PlateRecognizer());

describe('PlateRecognizer', () => {
  it.each([
    'Kennzeichen ⟦B-AB 1234⟧',
    'der Wagen ⟦HRO-KB 418⟧ stand dort',
    'Parkt ⟦M-XY 12E⟧ hier?',
    'mein Auto (⟦LB EH 771⟧)',
    'license plate ⟦7ABC123⟧',
    'The van ⟦WV72 XRJ⟧ left',
    'plaque ⟦GH-903-WD⟧',
    'immatriculation : ⟦AB-123-CD⟧',
    'matrícula ⟦1234 BCD⟧',
    'un coche, ⟦7730 MBC⟧',
    'targa ⟦GK 417 ZD⟧',
    'Fiat Panda ⟦GN019SR⟧',
    'kenteken ⟦XR-557-P⟧',
    'de auto ⟦34-BXR-7⟧',
    'nr rej. ⟦KR 5T092⟧',
    'samochód Toyota ⟦LU 7K418⟧',
    'placa ⟦FQX4G71⟧',
    '{"plate":"⟦B-AB 1234⟧"}',
    'kennzeichen;farbe\n⟦HH-AB 12⟧;rot',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'A-B 1',
    'ISO-IS 9001',
    'see Q-XX 1234 there',
    'RFC-AB 12',
    'GPT-4 and BERT',
    'ES-AB',
    'room B-12',
    '1234 BCD',
    'Kennzeichen ungültig',
    'part AB-123-C',
    'Reg. UE 2016/679',
    'SE8 3DF',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['plates', 'B-AB 1234 '.repeat(10_000)],
    ['cars', 'car '.repeat(25_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
