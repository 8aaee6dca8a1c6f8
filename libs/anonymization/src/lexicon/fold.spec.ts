import { fold } from './fold';

describe('fold', () => {
  it.each([
    ['GRÜSSE', 'gruesse'],
    ["O'Brien", 'obrien'],
    ['Jose\u0301', 'jose'],
  ])('makes %s comparable', (word, folded) => expect(fold(word)).toBe(folded));

  it('folds the beginning of a word that is as long as a text', () => {
    const end = 'É'.repeat(100);
    expect(fold('É'.repeat(16_384) + end)).toBe('e'.repeat(16_384) + end);
  });
});
