import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { IpRecognizer } from './ip.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new IpRecognizer();

describe('IpRecognizer', () => {
  it.each([
    'from ⟦203.0.113.44⟧ at',
    'host ⟦10.20.4.117⟧:8080',
    'relay=⟦192.168.40.12⟧',
    '(⟦2001:db8:41::7⟧)',
    '⟦fe80::1ff:fe23:4567:890a⟧',
    'MAC ⟦b8:27:eb:00:11:22⟧',
    '⟦00-1A-2B-3C-4D-5E⟧',
    '⟦0011.2233.4455⟧',
    'IP-Adresse: ⟦4.1.2.10⟧',
    '{"ip":"⟦84.72.19.203⟧"}',
    'http://⟦198.51.100.7⟧/a',
    'auf ⟦172.16.9.44⟧.',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'version 10.4.12.7',
    'v1.2.3.4',
    'Section 2.1.3.4',
    '§ 4.1.2.10',
    '1.2.3.4.5',
    '256.1.1.1',
    '127.0.0.1',
    '0.0.0.0',
    '255.255.255.0',
    '12:34:56',
    'std::vector',
    'abc::def',
    '10.0.0.0/8',
    '4.1.2.10 Haftung',
    '00:00:00:00:00:00',
    '1.3.6.1.4.1.311',
    '2024-01-01',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['colons', ':'.repeat(100_000)],
    ['parts of addresses', '1.2.3.'.repeat(16_000)],
    ['hexadecimal groups', 'ab:'.repeat(33_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
