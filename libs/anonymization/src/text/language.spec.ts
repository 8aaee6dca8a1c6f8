import { languageAround, languageOf } from './language';

describe('the language of a text', () => {
  it.each([
    ['Ein Porträt von Robin Frank mit einem Hund', 'de'],
    ['Robin Frank auf dem Eiffelturm, Aquarell', 'de'],
    ['ZEICHNE DAS HAUS DER FAMILIE SMITH', 'de'],
    ['Das Logo der "Friends of the Earth" für unser Team', 'de'],
    ['A portrait of Jürgen Müller with a dog', 'en'],
    ['Hans Müller on a bicycle, in the style of Klee', 'en'],
    ['The painting "Der Schrei" as a cartoon', 'en'],
    ['Un portrait de Robin Frank avec un chien dans la rue', 'fr'],
    ['Un retrato de los hijos del señor Frank con su perro', 'es'],
    ['Un ritratto della signora Frank con il cane', 'it'],
    ['Een portret van Robin Frank met zijn hond', 'nl'],
    ['Portret pana Nowaka, który jest przy swoim domu', 'pl'],
    ['Um retrato da senhora Silva com o cão em casa, não em Lisboa', 'pt'],
    ['Robin Frank, watercolour', 'en'],
    ['', 'en'],
  ])('reads %j as %s', (text, code) => {
    expect(languageOf(text).code).toBe(code);
  });

  it('searches for numbers of its regions first, then for those of English and German', () => {
    expect(languageOf('Wer ist unter 030 901820 zu erreichen?').regions).toEqual([
      'DE',
      'AT',
      'CH',
      'US',
      'GB',
    ]);
    expect(languageOf('Who is at 020 7946 0000?').regions).toEqual(['US', 'GB', 'DE', 'AT', 'CH']);
    expect(languageOf('Qui est joignable au 01 99 00 12 34 pour vous ?').regions).toEqual([
      'FR',
      'BE',
      'CH',
      'CA',
      'LU',
      'US',
      'GB',
      'DE',
      'AT',
    ]);
  });
});

describe('a request', () => {
  it.each(['auto', 'AUTO', undefined])('leaves the language to the text with %j', (lang) => {
    expect(languageOf('Wer ist das auf dem Bild?', lang)).toMatchObject({ code: 'de', isGuessed: true });
  });

  it('names a language, whatever the text is', () => {
    expect(languageOf('Wer ist das auf dem Bild?', 'fr-CH')).toEqual({
      code: 'fr',
      regions: ['CH', 'FR', 'BE', 'CA', 'LU'],
    });
  });

  it.each(['', 'xx', 'automatic', 'auto-DE'])('cannot name %j', (lang) => {
    expect(() => languageOf('a text', lang)).toThrow(/lang must be one of en, .* or auto/);
  });
});

describe('the language of a passage', () => {
  const text = 'We met on Monday, and it was good.\n\nIl est avec sa femme dans la rue.\n\n12.5.2024';

  it('is that of its paragraph', () => {
    expect(languageAround(text, 3)).toBe('en');
    expect(languageAround(text, text.indexOf('femme'))).toBe('fr');
  });

  it('is open without words that show one', () => {
    expect(languageAround(text, text.length)).toBeUndefined();
    expect(languageAround('', 0)).toBeUndefined();
  });
});
