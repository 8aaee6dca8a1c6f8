import { parseLanguage } from '../../../text/language';
import { assert, constantFrom, integer, property } from 'fast-check';
import { PlaceLexicon } from '../../../lexicon/places';
import { resolveFindings } from '../../../text/spans/unite-spans';
import { AddressRecognizer } from './address.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new AddressRecognizer(PlaceLexicon.load());
const find = (text: string) =>
  resolveFindings(text, recognizer.find(new SearchedText(text, parseLanguage('en')))).map(({ start, end }) =>
    text.slice(start, end),
  );

describe('AddressRecognizer', () => {
  it.each<[string, string[]]>([
    ['wohnhaft Lindenstraße 12a, 50674 Köln, seit', ['Lindenstraße 12a, 50674 Köln']],
    ['Alter Postweg 3\n26607 Aurich', ['Alter Postweg 3', '26607 Aurich']],
    ['Petra Lang, Gartenweg 12, 86150 Augsburg', ['Gartenweg 12, 86150 Augsburg']],
    ['Kl. Gartenweg 12', ['Kl. Gartenweg 12']],
    ['Zum Kräwinkel 4, 51674 Wiehl. Bronchialkarzinom', ['Zum Kräwinkel 4, 51674 Wiehl']],
    ['Camino Real 8, 34120 Carrión de los Condes. Ahora', ['Camino Real 8, 34120 Carrión de los Condes']],
    ['Rue du Bourg 3, 9000 St. Gallen', ['Rue du Bourg 3, 9000 St. Gallen']],
    ['Oskar-von-Miller-Str. 77, 2. OG', ['Oskar-von-Miller-Str. 77, 2. OG']],
    ['Am Hang 3 a, 87679 Westendorf', ['Am Hang 3 a, 87679 Westendorf']],
    ['Taborstraße 46/2/17, 1020 Wien', ['Taborstraße 46/2/17, 1020 Wien']],
    ['Hohenzell 51, 4921 Hohenzell', ['Hohenzell 51, 4921 Hohenzell']],
    ['Postfach 14 08, 83313 Siegsdorf', ['Postfach 14 08, 83313 Siegsdorf']],
    ['at 12 Mill Road, Leeds LS16 5PA today', ['12 Mill Road, Leeds LS16 5PA']],
    ['200 Orchard St, Suite 310, New Haven, CT 06511', ['200 Orchard St, Suite 310, New Haven, CT 06511']],
    ['Flat 2, 17 Rathmines Park, Dublin D06 X2Y4', ['Flat 2, 17 Rathmines Park, Dublin D06 X2Y4']],
    ['918 Rogers Road, Toronto, ON M6E 1P9', ['918 Rogers Road, Toronto, ON M6E 1P9']],
    ['51 Stephen Street, Footscray VIC 3011', ['51 Stephen Street, Footscray VIC 3011']],
    ['PO Box 12625, Harlow CM20 9QE', ['PO Box 12625, Harlow CM20 9QE']],
    ['au 23 bis, rue Sadi-Carnot, 76600 Le Havre', ['23 bis, rue Sadi-Carnot, 76600 Le Havre']],
    ['7 impasse de la Mine\n34200 Sète', ['7 impasse de la Mine', '34200 Sète']],
    ['Rue de Morat 8, 2502 Biel/Bienne', ['Rue de Morat 8, 2502 Biel/Bienne']],
    ['C/ Santa Clara, 31, 3.º B, 28001 Madrid', ['C/ Santa Clara, 31, 3.º B, 28001 Madrid']],
    ['avenida de los Robles, 3 en Sevilla', ['avenida de los Robles, 3 en Sevilla']],
    ['Via Po 2, 00184 Roma (RM)', ['Via Po 2, 00184 Roma (RM)']],
    ['viale Trieste 12/A int. 3, Milano', ['viale Trieste 12/A int. 3, Milano']],
    ['Korte Hezelstraat 3, 6511 CA Nijmegen', ['Korte Hezelstraat 3, 6511 CA Nijmegen']],
    ['Postbus 2207, 6802 CE Arnhem', ['Postbus 2207, 6802 CE Arnhem']],
    ['ul. Długa 18/3 m. 4, 20-425 Lublin', ['ul. Długa 18/3 m. 4, 20-425 Lublin']],
    ['43-600 Jaworzno, ul. Wesoła 9', ['43-600 Jaworzno, ul. Wesoła 9']],
    ['Rua da Barca, 31, 3.º Esq., 1250-263 Lisboa', ['Rua da Barca, 31, 3.º Esq., 1250-263 Lisboa']],
    ['Av. Central, 900 - Fortaleza - CEP 60864-110', ['Av. Central, 900 - Fortaleza - CEP 60864-110']],
    ['{"street":"Hof 3","zip":"50674","x":1}', ['Hof 3', '50674']],
    ['ADR:;;Dörfle 12;Brand;;6708;AT', ['Dörfle 12;Brand;;6708;AT']],
  ])('in %j finds %j', (text, expected) => expect(find(text)).toEqual(expected));

  it.each([
    'in der Lindenstraße, 10000 Euro, 12345 Einwohner, im Jahr 2024 Berlin',
    'von 1 bis 12, Seite 3, Kapitel 5, Raum 12, Platz 3, Stellplatz 14, Tor 6',
    'place on Wednesday 11, the run 3, way 2 go, 3 Street lamps',
    'BP 122/76, GCS 14, HTTP 404 Not Found, 5000 Meter, August 08, 2001',
    'Error 12: row 1188, line 42, port 8080, ISO 9001, Windows 11, 24 Stunden',
    '§ 3 Abs. 2, Art. 5 BGB, Az. 12 O 345/16, Nr. 5, 3,50 EUR',
    'const x = 12; return row[3] + street.number(5);',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it('finds the whole address in the layout of each country', () => {
    const name = constantFrom('Linden', 'Mozart', 'Garibaldi', 'Victoria', 'Roosevelt', 'Copernic');
    const layouts: ((street: string, number: number, code: number) => string)[] = [
      (street, number, code) => `${street}straße ${number}, ${10_000 + code} Bamberg`,
      (street, number, code) => `${street}gasse ${number}, A-${1000 + (code % 900)} Graz`,
      (street, number, code) => `${street}weg ${number}, CH-${3000 + (code % 900)} Bern`,
      (street, number, code) => `${number} ${street} Street, Leeds LS${code % 20} 5PA`,
      (street, number, code) => `${number} ${street} Avenue, Austin, TX ${10_000 + code}`,
      (street, number, code) => `${number}, rue de ${street}, ${10_000 + code} Lyon`,
      (street, number, code) => `Rue ${street} ${number}, B-${1000 + (code % 900)} Bruxelles`,
      (street, number, code) => `Calle de ${street}, ${number}, ${10_000 + code} Madrid`,
      (street, number, code) => `Via ${street} ${number}, ${10_000 + code} Torino (TO)`,
      (street, number, code) => `${street}straat ${number}, ${1000 + (code % 8999)} CA Utrecht`,
      (street, number, code) => `ul. ${street} ${number}, 20-${100 + (code % 899)} Lublin`,
      (street, number, code) => `Rua ${street}, ${number}, ${1000 + (code % 8999)}-263 Lisboa`,
      (street, number, code) => `Rua ${street}, ${number}, ${10_000 + code}-110 Fortaleza`,
    ];
    assert(
      property(
        constantFrom(...layouts),
        name,
        integer({ min: 1, max: 299 }),
        integer({ min: 0, max: 89_999 }),
        (layout, street, number, code) => {
          const address = layout(street, number, code);
          expect(find(`Anna (x): ${address}; y`)).toEqual([address]);
        },
      ),
    );
  });

  it.each([
    ['digits', '1 '.repeat(50_000)],
    ['capitals', 'Ab '.repeat(33_000)],
    ['streets', 'Via Po 2, '.repeat(10_000)],
    ['kinds of streets', 'rue de la '.repeat(10_000)],
    ['postcodes', '50674 Köln '.repeat(9_000)],
    ['units', 'Apt 3, '.repeat(14_000)],
    ['hyphens', 'A-'.repeat(50_000)],
    ['boxes', 'PO Box 1 1 '.repeat(9_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
