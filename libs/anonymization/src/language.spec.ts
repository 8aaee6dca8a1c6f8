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
    ['Robin Frank, watercolour', 'en'],
    ['', 'en'],
  ])('reads %j as %s', (text, code) => {
    expect(guessLanguage(text).code).toBe(code);
  });

  it('looks for numbers of every region, those of the language first', () => {
    expect(guessLanguage('Wer ist unter 030 901820 zu erreichen?').regions).toEqual([
      'DE',
      'AT',
      'CH',
      'US',
      'GB',
    ]);
    expect(guessLanguage('Who is at 020 7946 0000?').regions).toEqual(['US', 'GB', 'DE', 'AT', 'CH']);
  });
});
