import type { Replacement } from '@app/anonymization';
import { originalValues, shownValues } from './anonymize-text';

const name = (original: string, replacement: string): Replacement => ({
  type: 'Names',
  original,
  replacement,
});

describe('the entity maps', () => {
  it('contain each replacement once, by first appearance, and its original at the same index', () => {
    const replacements = [
      name('Eva', 'Ida'),
      { type: 'Phone', original: '1', replacement: '2' } as const,
      name('Otto', 'Karl'),
      name('Eva', 'Ida'),
    ];
    expect(shownValues(replacements)).toEqual({ Names: ['Ida', 'Karl'], Phone: ['2'] });
    expect(originalValues(replacements)).toEqual({ Names: ['Eva', 'Otto'], Phone: ['1'] });
  });

  it('are empty if nothing was replaced', () => {
    expect(shownValues([])).toEqual({});
  });
});
