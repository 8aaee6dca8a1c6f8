import { Scoring } from './scoring';
import type { AnnotatedValue } from './annotated-text';

const TEXT = 'Write to Anna Weber, anna@example.com.';
const valueAt = (part: string, kind: AnnotatedValue['kind'] = 'Names'): AnnotatedValue => {
  const start = TEXT.indexOf(part);
  return { start, end: start + part.length, kind };
};

/** Returns the outcome of one text, as "hidden of marked" and "wrong of hidden" by kind. */
function measured(values: AnnotatedValue[], hidden: AnnotatedValue[]): Record<string, string> {
  const scoring = new Scoring();
  scoring.add({ text: TEXT, values }, hidden);
  return Object.fromEntries(
    scoring.outcomes.map(({ kind, recall, overMasking }) => [
      kind,
      `${recall.count}/${recall.of} ${overMasking.count}/${overMasking.of}`,
    ]),
  );
}

describe('the scoring of texts', () => {
  it.each<[string, AnnotatedValue[], AnnotatedValue[], object]>([
    [
      'counts a hidden value',
      [valueAt('Anna Weber')],
      [valueAt('Anna Weber')],
      { Names: '1/1 0/1', All: '1/1 0/1' },
    ],
    [
      'counts a value that is hidden in part as missed',
      [valueAt('Anna Weber')],
      [valueAt('Weber')],
      { Names: '0/1 0/1', All: '0/1 0/1' },
    ],
    [
      'counts a value that two others hide together',
      [valueAt('Anna Weber')],
      [valueAt('Anna '), valueAt('Weber')],
      { Names: '1/1 0/2', All: '1/1 0/2' },
    ],
    [
      'counts a value that is hidden as another kind',
      [valueAt('anna@example.com', 'Emails')],
      [valueAt('anna@example.com', 'Usernames')],
      { Emails: '1/1 0/0', Usernames: '0/0 0/1', All: '1/1 0/1' },
    ],
    [
      'ignores punctuation at the ends',
      [valueAt(' Anna Weber,')],
      [valueAt('Anna Weber')],
      { Names: '1/1 0/1', All: '1/1 0/1' },
    ],
    [
      'counts what is hidden by mistake',
      [],
      [valueAt('Write', 'Organizations')],
      { Organizations: '0/0 1/1', All: '0/0 1/1' },
    ],
  ])('%s', (_, values, hidden, expected) => {
    expect(measured(values, hidden)).toEqual(expected);
  });

  it('counts the texts in which every value is hidden', () => {
    const scoring = new Scoring();
    const values = [valueAt('Anna Weber'), valueAt('anna@example.com', 'Emails')];
    scoring.add({ text: TEXT, values }, values);
    scoring.add({ text: TEXT, values }, [values[0]!]);
    scoring.add({ text: TEXT, values: [] }, []);
    expect(scoring.wholeTexts).toMatchObject({ of: 2, count: 1 });
  });
});
