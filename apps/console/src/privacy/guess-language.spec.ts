import { guessLanguage } from './guess-language';

describe('The language of a text', () => {
  it.each([
    ['Herr Weber ist morgen nicht im Büro.', 'de'],
    ['Mr Weber is not at the office.', 'en'],
    ['Monsieur Weber est dans le bureau avec vous.', 'fr'],
    ['Pan Weber nie jest w biurze, proszę.', 'pl'],
    ['Weber, Hamburg, 12345', undefined],
    ['', undefined],
    ['der of', undefined],
  ])('of %j is %s', (text, language) => {
    expect(guessLanguage(text)).toBe(language);
  });
});
