import fc from 'fast-check';
import { de } from '../texts/de';
import { en } from '../texts/en';
import { resultName } from './result-name';

describe('the name of a written file', () => {
  it.each([
    ['contract.docx', 'anonymized', en, 'contract - anonymized.docx'],
    ['Vertrag.docx', 'anonymized', de, 'Vertrag - anonymisiert.docx'],
    ['Letter of [NAME_1].pdf', 'anonymized', en, 'Letter of [NAME_1] - anonymized.pdf'],
    ['contract - anonymized.docx', 'restored', en, 'contract - restored.docx'],
    ['Vertrag - anonymisiert.docx', 'restored', en, 'Vertrag - restored.docx'],
    ['contract - restored.docx', 'anonymized', de, 'contract - anonymisiert.docx'],
    ['README', 'anonymized', en, 'README - anonymized'],
  ] as const)('%s, when it was %s', (name, done, texts, expected) => {
    expect(resultName(name, done, texts)).toBe(expected);
  });

  it.each(['[ORG_2].xlsx', '[NAME_1]-[DATE_2].xlsx', '[SECRET].xlsx', '.xlsx'])(
    'is that of a document if only found values were in it: %s',
    (name) => {
      expect(resultName(name, 'anonymized', en)).toBe('document - anonymized.xlsx');
      expect(resultName(name, 'anonymized', de)).toBe('Dokument - anonymisiert.xlsx');
    },
  );

  it('keeps its ending, differs from the original, and stays the same when it is made of itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('.docx', '.pdf', '.eml'),
        (stem, ending) => {
          const name = resultName(stem + ending, 'anonymized', en);
          expect(name.endsWith(` - anonymized${ending}`)).toBe(true);
          expect(resultName(name, 'anonymized', en)).toBe(name);
        },
      ),
    );
  });
});
