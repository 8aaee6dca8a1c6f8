import { guessLanguage } from './language';

describe('guessLanguage', () => {
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
    expect(guessLanguage(text).code).toBe(code);
  });

  it('searches for numbers of its regions first, then for those of English and German', () => {
    expect(guessLanguage('Wer ist unter 030 901820 zu erreichen?').regions).toEqual([
      'DE',
      'AT',
      'CH',
      'US',
      'GB',
    ]);
    expect(guessLanguage('Who is at 020 7946 0000?').regions).toEqual(['US', 'GB', 'DE', 'AT', 'CH']);
    expect(guessLanguage('Qui est joignable au 01 99 00 12 34 pour vous ?').regions).toEqual([
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
