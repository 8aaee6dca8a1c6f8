import { parseName } from '../pseudonymization/entities/parse-name';
import { LANGUAGES } from './languages';
import { genderBefore, isTitle, isTitleInName, lengthOfTitles } from './titles';
import { fold } from './fold';

const addressed = Object.entries(LANGUAGES).flatMap(([code, { titles }]) =>
  (['man', 'woman'] as const).flatMap((gender) =>
    (titles.address[gender] ?? []).map(
      (title) => [title, gender === 'man' ? 'male' : 'female', code] as const,
    ),
  ),
);
const kindsOf = (name: string): string[] => parseName(name).map(({ kind }) => kind);

describe('titles', () => {
  it.each(addressed)(
    '"%s" indicates that the person is %s, and is not part of the name (%s)',
    (title, gender) => {
      expect(genderBefore(`... ${title} Dr. `, `... ${title} Dr. `.length)).toBe(gender);
      expect(lengthOfTitles(`${title} Kim`)).toBe(title.length + 1);
      expect(isTitle(fold(title.replace('.', '')))).toBe(true);
      expect(kindsOf(`${title} Hans Kim`)).toEqual(['kept', 'given', 'family']);
    },
  );

  it('treat a field of study after a degree as a title, but not a first name with the same spelling', () => {
    expect(kindsOf('Dr. phil. Hans Kim')).toEqual(['kept', 'kept', 'given', 'family']);
    expect(kindsOf('Dr. rer. nat. h. c. Kim')).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'family']);
    expect(kindsOf('Phil Kim')).toEqual(['given', 'family']);
    expect(isTitleInName('phil', false)).toBe(false);
  });

  it('do not treat a middle initial as a particle with the same spelling', () => {
    expect(kindsOf('Hans E. Kim')).toEqual(['given', 'initial', 'family']);
    expect(kindsOf('José Ortega y Gasset')).toEqual(['given', 'given', 'kept', 'family']);
  });

  it('have no length in a name that consists of titles', () => {
    expect(lengthOfTitles('Professor')).toBe(0);
    expect(genderBefore('Dr. ', 4)).toBeUndefined();
  });
});
