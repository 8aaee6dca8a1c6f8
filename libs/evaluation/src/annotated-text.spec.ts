import { readAnnotatedText } from './annotated-text';

const line = (fields: object): string =>
  JSON.stringify({ text: 'Anna Weber called.', values: [{ start: 0, end: 10, kind: 'Names' }], ...fields });

describe('readAnnotatedText', () => {
  it('reads a text with its values and language', () => {
    expect(readAnnotatedText(line({ lang: 'de-AT' }), 1)).toEqual({
      text: 'Anna Weber called.',
      language: { code: 'de', regions: ['AT', 'DE', 'CH'] },
      values: [{ start: 0, end: 10, kind: 'Names' }],
    });
  });

  it('ignores a byte order mark', () => {
    expect(readAnnotatedText(`\uFEFF${line({})}`, 1).values).toHaveLength(1);
  });

  it('guesses a language that is not named', () => {
    expect(
      readAnnotatedText(line({ text: 'Anna Weber hat sich bei dem Amt gemeldet.' }), 1).language.code,
    ).toBe('de');
  });

  it.each<[string, string, string]>([
    ['no JSON', '{"text": "Anna', 'is not valid JSON'],
    ['another value than an object', '[]', 'the object must be of the type object'],
    ['no text', line({ text: undefined }), 'text must be of the type string'],
    ['an unknown field', line({ note: 'Anna' }), 'the object has an unknown field'],
    [
      'an unknown kind',
      line({ values: [{ start: 0, end: 4, kind: 'Anna' }] }),
      'values[0].kind must be one of Terms, Secrets',
    ],
    [
      'half a position',
      line({ values: [{ start: 0.5, end: 4, kind: 'Names' }] }),
      'values[0].start must be of the type int',
    ],
    [
      'a negative position',
      line({ values: [{ start: -1, end: 4, kind: 'Names' }] }),
      'values[0].start is out of its range',
    ],
    [
      'an empty value',
      line({ values: [{ start: 4, end: 4, kind: 'Names' }] }),
      'values[0] must end after its start',
    ],
    [
      'a value outside of the text',
      line({ values: [{ start: 0, end: 40, kind: 'Names' }] }),
      'values[0] must end after its start, and within the text',
    ],
    [
      'two values in one place',
      line({
        values: [
          { start: 0, end: 10, kind: 'Names' },
          { start: 5, end: 10, kind: 'Names' },
        ],
      }),
      'values[1] must not overlap another value',
    ],
    ['an unknown language', line({ lang: 'Anna' }), 'lang must be one of'],
  ])('refuses %s without quoting it', (_, json, problem) => {
    const read = () => readAnnotatedText(json, 7);
    expect(read).toThrow(`Line 7 of the annotated texts: ${problem}`);
    expect(read).not.toThrow('Anna');
  });
});
