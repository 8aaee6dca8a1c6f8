import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('References');

describe('references', () => {
  it.each([
    'Kundennummer: ⟦KD-20773⟧',
    'Ihre Kd.-Nr. ⟦60112⟧',
    'Az. ⟦12 O 345/16⟧',
    'Aktenzeichen ⟦20 F 417/24⟧',
    'Vertragsnummer lautet ⟦4471-00-9926⟧',
    'Rechnung ⟦2025-04179⟧ ist offen',
    'Schaden-Nr. ⟦25-0093381-K⟧',
    'Zählernummer ⟦60228171⟧',
    'customer number ⟦4471820⟧',
    'our ref: ⟦PL/TW/00718⟧',
    'MRN ⟦7120488⟧',
    'order ⟦ORD-55871⟧ arrived',
    'ticket #⟦88120⟧',
    'policy no. ⟦HX-2024-118823⟧',
    'employee ID ⟦E-55871⟧',
    'tracking number ⟦JD0002 2604 5519 7730⟧',
    'booking reference ⟦QZ8R4M⟧',
    'n° de client : ⟦3307⟧',
    'dossier n° ⟦88 20 14 553⟧',
    'ticket ⟦INC-448120⟧',
    'pedido n.º ⟦PV26-004471⟧',
    'expediente ⟦ALQ-2026-0441⟧',
    'número de póliza ⟦08-4471820/3⟧',
    'pratica n. ⟦2023/417-RL⟧',
    'matricola ⟦0031187⟧',
    'polizza ⟦390817744⟧',
    'dossiernummer ⟦SCH-77410⟧',
    'klantnummer: ⟦40881⟧',
    'kenmerk ⟦2023.1184/KB⟧',
    'nr zamówienia ⟦K-20091⟧',
    'sygn. akt ⟦II 118/25⟧',
    'numer klienta: ⟦004418⟧',
    'processo n.º ⟦01/2025/1177⟧',
    'número de cliente ⟦22019-8⟧',
    '{"customerId":"⟦C-4711⟧","order_number":⟦771204⟧}',
    'Kundennr;Ort\n⟦20773⟧;Köln',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'order by date',
    'in that case 2024 was fine',
    'Rechnung vom 12.03.2024',
    'Ticket 12,50 EUR',
    'Bestellung um 10:30',
    'Telefonnummer 030 901820',
    'Hausnummer 12345',
    'page number 12345',
    'Phoenix, AZ 85046',
    'Regulation No 1215/2012',
    'case 22 of them',
    'order 4711 items',
    'Seriennummer 12345678',
    'X509_STORE_up_ref(X509_STORE *v)',
    'ticket: none',
    'version number 10.4.12',
    'const orderId = getOrderId()',
    'KW 17',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['cues', 'Kundennummer '.repeat(7_500)],
    ['numbered words', 'order no. 4711 '.repeat(6_500)],
    ['a compound without an end', 'nummer'.repeat(16_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
