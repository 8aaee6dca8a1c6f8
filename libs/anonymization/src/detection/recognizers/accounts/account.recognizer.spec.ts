import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { AccountRecognizer } from './account.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('BankAccounts', new AccountRecognizer());

describe('AccountRecognizer', () => {
  it.each([
    'Bitte auf ⟦DE89 3704 0044 0532 0130 00⟧ überweisen.',
    'IBAN ⟦DE89370400440532013000⟧, BIC ⟦COBADEFFXXX⟧',
    'to ⟦GB29 NWBK 6016 1331 9268 19⟧ today',
    'compte ⟦FR14 2004 1010 0505 0001 3M02 606⟧',
    'cuenta ⟦ES91 2100 0418 4502 0005 1332⟧',
    'sul conto ⟦IT60 X054 2811 1010 0000 0123 456⟧',
    'rekening ⟦NL91 ABNA 0417 1643 00⟧',
    'konto: ⟦PL61 1090 1014 0000 0712 1981 2874⟧',
    '⟦61 1090 1014 0000 0712 1981 2874⟧ prosimy',
    'conta ⟦PT50 0002 0123 1234 5678 9015 4⟧',
    'de89 oder ⟦DE89.3704.0044.0532.0130.00⟧',
    'Konto-Nr. ⟦532013000⟧, BLZ ⟦370 400 44⟧',
    'sort code ⟦40-47-84⟧, account number ⟦70872490⟧',
    'pay ⟦40-47-84 70872490⟧ please',
    'Routing number: ⟦021000021⟧',
    'ABA routing number is ⟦0210-0002-1⟧',
    'the routing transit number ⟦021000021⟧ of the bank',
    'aba: ⟦021000021⟧, account ⟦000123456789⟧',
    '{"routing_number":"⟦021000021⟧"}',
    'Routing no. ⟦021000022⟧ (mistyped)',
    'account no. ⟦000123456789⟧',
    'IBAN: ⟦DE88 3704 0044 0532 0130 00⟧ (mistyped)',
    '{"iban":"⟦DE89370400440532013000⟧"}',
    '⟦DE89 3704 0044 0532 0130 00⟧ (⟦COBADEFFXXX⟧)',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'DE88 3704 0044 0532 0130 00',
    'AT 20 bis 30 Grad sind es heute im Tal',
    'account for 20 percent',
    'Konto 2024-05',
    'the RECHNUNG is due',
    'bank details: call us',
    'BE 2 or 3 of them',
    'order 12345678',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['country codes', 'DE89 '.repeat(20_000)],
    ['accounts', 'DE89 3704 0044 0532 0130 00 '.repeat(3_500)],
    ['words for accounts', 'account '.repeat(12_500)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
