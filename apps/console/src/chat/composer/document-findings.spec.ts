import fc from 'fast-check';
import { findingsOf } from './document-findings';

it('shows the original document with each value at its position', () => {
  const { text, values, spans } = findingsOf(
    {
      anonymized_prompt: '[NAME_1] wrote to [NAME_2] ([EMAIL_1]). [NAME_1] waits.',
      anonymized_values: { Names: ['[NAME_1]', '[NAME_2]'], Emails: ['[EMAIL_1]'] },
      detected_values: { Names: ['Anna Schmidt', 'Hans'], Emails: ['hans@firma.de'] },
    },
    new Set(['Emails']),
  );
  expect(text).toBe('Anna Schmidt wrote to Hans (hans@firma.de). Anna Schmidt waits.');
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Anna Schmidt',
    'Hans',
    'hans@firma.de',
    'Anna Schmidt',
  ]);
  expect(values.filter(({ isClear }) => isClear).map(({ original }) => original)).toEqual(['hans@firma.de']);
});

it('restores every text, whatever the values', () => {
  const piece = fc.record({
    before: fc.stringMatching(/^[a-z ,.]{0,12}$/),
    name: fc.stringMatching(/^[A-Z][a-z]{1,8}$/),
  });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 15 }), (pieces) => {
      const { text } = findingsOf(
        {
          anonymized_prompt: pieces.map(({ before }, index) => `${before}[NAME_${index + 1}]`).join(''),
          anonymized_values: { Names: pieces.map((_, index) => `[NAME_${index + 1}]`) },
          detected_values: { Names: pieces.map(({ name }) => name) },
        },
        new Set(),
      );
      expect(text).toBe(pieces.map(({ before, name }) => before + name).join(''));
    }),
  );
});
