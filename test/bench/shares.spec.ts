import { type Annotated, type Found, mistakenShare, sharesOf } from './shares';

const text = 'Eva Malá, Zlín, 603 417 882';
const documents: Annotated[] = [
  {
    text,
    spans: [
      { start: 0, end: 8, label: 'PERSON' },
      { start: 10, end: 14, label: 'LOC' },
      { start: 16, end: 27, label: 'PHONE' },
    ],
  },
];
const found: Found[] = [
  [
    { start: 0, end: 9, type: 'Names' },
    { start: 10, end: 14, type: 'Names' },
    { start: 16, end: 19, type: 'Phone' },
  ],
];

describe('The shares of found values', () => {
  it('count a value as found if start and end are equal, apart from punctuation', () => {
    expect(sharesOf(['Names'], documents, found)).toEqual({
      values: 1,
      precision: 0.5,
      recall: 1,
      covered: 1,
    });
  });

  it('count a value as covered if findings of any kind cover all of it', () => {
    expect(sharesOf(['Locations'], documents, found)).toMatchObject({ recall: 0, covered: 1 });
  });

  it('count a value that is found in part as neither found nor covered', () => {
    expect(sharesOf(['Phone'], documents, found)).toEqual({ values: 1, precision: 0, recall: 0, covered: 0 });
  });

  it('count the values of several kinds together', () => {
    expect(sharesOf(['Names', 'Locations', 'Phone'], documents, found)).toMatchObject({
      values: 3,
      covered: 2 / 3,
    });
  });

  it('count a finding as a mistake if it touches no marked value', () => {
    expect(mistakenShare([{ text, spans: [{ start: 0, end: 3, label: 'PERSON' }] }], found)).toBeCloseTo(
      2 / 3,
    );
  });
});
