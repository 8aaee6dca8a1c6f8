import { assert, constantFrom, property, string } from 'fast-check';
import type { EntityType } from '../kinds/entity-type';
import { withoutArticles } from './price-lists';

/** Returns the findings that are left of findings of a kind over each of `parts`. */
function left(text: string, parts: readonly string[], type: EntityType = 'References'): string[] {
  const spans = parts.map((part) => ({
    start: text.indexOf(part),
    end: text.indexOf(part) + part.length,
    type,
  }));
  return withoutArticles(text, spans).map(({ start, end }) => text.slice(start, end));
}

describe('withoutArticles', () => {
  it.each([
    [
      'columns parted by blanks',
      'Pos.  Art.-Nr.   Bezeichnung   Preis EUR\n1     10-4401   Kupferrohr     7,85',
    ],
    ['tabs', 'Code\tDescription\tPrice\n10-4401\tBall bearing\t2.95'],
    ['bars', '| Artikel | Omschrijving | Prijs |\n|---|---|---|\n| 10-4401 | Tegel | 11,95 |'],
    ['semicolons', 'Kod;Nazwa towaru;Cena\n10-4401;Śruba;0,85'],
    ['French heads', 'Réf.   Désignation   P.U. HT\n10-4401   Classeur   2,15'],
    ['Italian heads', 'Cod.   Descrizione   Prezzo\n10-4401   Penne   26,40'],
    ['Spanish heads', 'Código   Artículo   Precio\n10-4401   Yeso   3,95'],
    ['Portuguese heads', 'Ref.   Descrição   Preço\n10-4401   Detergente   7,90'],
  ])('removes numbers of articles in %s', (_, text) => expect(left(text, ['10-4401'])).toEqual([]));

  it.each<[string, string, string[]]>([
    ['numbers of customers', 'Kundennr   Bezeichnung   Betrag\n10-4401   Wartung   85,00', ['10-4401']],
    ['what stands in other columns', 'Code   Item   Price\nA-12   Repair 10-4401   85.00', ['10-4401']],
    [
      'what stands behind the list',
      'Code   Item   Price\nA-12   Bolt   0.85\n\n10-4401 is your case.',
      ['10-4401'],
    ],
    ['lists without prices', 'Code   Item   Owner\n10-4401   Laptop   A. Smith', ['10-4401']],
  ])('keeps %s', (_, text, kept) => expect(left(text, ['10-4401'])).toEqual(kept));

  it('keeps names in the first column, and removes column heads', () => {
    const text = 'Code   Item   Price\nAnna2   Haircut   30.00';
    expect(left(text, ['Anna2', 'Item'], 'Names')).toEqual(['Anna2']);
  });

  it('keeps all findings in texts without such a list, in linear time', () => {
    const lines = string({
      unit: constantFrom('Code', '  ', 'Item', '\t', '\n', '7', '|', 'x'),
      maxLength: 60,
    });
    assert(
      property(lines, (text) => {
        const span = { start: 0, end: text.length, type: 'References' as const };
        expect(withoutArticles(text, [span])).toEqual([span]);
      }),
    );
    const hostile = `Code  Item  ${' x'.repeat(100)}\n`.repeat(2_000);
    expect(left(hostile, ['Code'])).toEqual(['Code']);
  });
});
