import type { Replacement } from '@app/anonymization';
import { findReplacements } from './find-replacements';

const name = (original: string, replacement: string, more: Partial<Replacement> = {}): Replacement => ({
  type: 'Names',
  original,
  replacement,
  ...more,
});
const shown = (text: string, replacements: readonly Replacement[]) =>
  findReplacements(text, replacements).map(({ start, end, original }) => [text.slice(start, end), original]);

describe('the replacements in a prompt as it was sent', () => {
  it('are found at each occurrence, in order', () => {
    const text = 'Jan met [EMAIL_1]; Jan left';
    const found = findReplacements(text, [
      name('Hans', 'Jan'),
      { type: 'Emails', original: 'a@b.c', replacement: '[EMAIL_1]' },
    ]);
    expect(found).toEqual([
      { start: 0, end: 3, kind: 'Names', original: 'Hans' },
      { start: 8, end: 17, kind: 'Emails', original: 'a@b.c' },
      { start: 19, end: 22, kind: 'Names', original: 'Hans' },
    ]);
  });

  it('are whole words, and the longest at each place', () => {
    const replacements = [name('Hans', 'Jan'), name('Hans Müller', 'Jan Weber'), name('Müllers', 'Webers')];
    expect(shown('Jan Weber, January, Webers', replacements)).toEqual([
      ['Jan Weber', 'Hans Müller'],
      ['Webers', 'Müllers'],
    ]);
  });

  it('have no original if it was removed by the policy', () => {
    expect(shown('[CARD_1]', [name('4929', '[CARD_1]', { removed: true })])).toEqual([
      ['[CARD_1]', undefined],
    ]);
  });
});
