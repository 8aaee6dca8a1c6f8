import { fold } from './fold';
import type { LanguageWords } from './language-schema';
import { anyOf, wordsOfAll } from './languages';

// Words next to a name that are not part of it (contract: Anonymizing and restoring, rule 2). The pieces of regular
// expressions are for the flag `u`. Every repetition is bounded.

/** The gender that a title or a first name indicates. */
export type Gender = 'female' | 'male';

type TitleWords = LanguageWords['titles'];
type ByGender = TitleWords['address'];

const words = (list: (titles: TitleWords) => readonly string[] | undefined): string[] =>
  wordsOfAll(({ titles }) => list(titles));
const everyone = ({ man = [], woman = [], anyone = [] }: ByGender = {}): string[] => [
  ...man,
  ...woman,
  ...anyone,
];
const withoutStop = (word: string): string => word.replace(/\.$/, '');

const announcing = words(({ address }) => everyone(address));
const address = announcing.map(withoutStop);
const courtesy = words((titles) => everyone(titles.courtesy));
const degrees = words((titles) => titles.degrees);
const otherDegrees = words((titles) => titles.otherDegrees);
const degreeFields = words((titles) => titles.degreeFields);
const ENDING = anyOf(words((titles) => titles.degreeEndings));

/**
 * Forms of address in running text: "Herr", "Hr.", "Mr". Short ones also with the full stop that removes another
 * meaning.
 */
export const ANNOUNCING_ADDRESS = `(?:${anyOf(announcing.flatMap((word) => (/^\p{L}{2,3}$/u.test(word) ? [word, `${word}.`] : [word])))})`;

/** Degrees that announce a name in running text: "Prof. Dr. med.", "Dr.-Ing.". */
export const ANNOUNCING_DEGREE = `(?:${anyOf(degrees)})\\.(?: ?(?:${anyOf([...degrees, ...degreeFields])})\\.|-(?:${ENDING})\\.){0,5}`;

/** A single degree that announces a name in running text. */
export const DEGREE = `(?:${anyOf(degrees)})\\.`;

/** An office that announces a name: "Präsidentin", "Judge". */
export const OFFICE = `(?:${anyOf(words((titles) => titles.offices))})`;

/** An optional form of address with its blank, where a name is expected. */
export const ADDRESS = `(?:(?:${anyOf(address)})\\.?[ \\u00a0])?`;

/**
 * An optional form of address in a field for a person. It includes initials and words of other meaning: "M", "Sr",
 * "Pan".
 */
export const ADDRESS_IN_FIELD = `(?:(?:${anyOf([...address, ...words((titles) => titles.addressInFields)])})\\.?[ \\u00a0])?`;

/** Degrees, titles and ranks between the address and the name, each with its blank. */
export const TITLES = `(?:(?:${anyOf([
  ...degrees,
  ...otherDegrees,
  ...degreeFields,
  ...courtesy,
  ...words((titles) => titles.ranks),
])})\\.?(?:-?(?:${ENDING})\\.?)?[ \\u00a0]){0,5}`;

/** The titles at the beginning of a name in any case, unless they are the whole name. */
const LEADING = new RegExp(
  `^(?:(?:${anyOf([...address, ...courtesy, ...degrees, ...otherDegrees])})\\.?(?:-(?:${ENDING})\\.?)?[ \\u00a0]+)+(?=\\p{L})`,
  'iu',
);

/** Returns the length of the titles in a name in UTF-16 code units: 10 for "Herrn Dr. Hans Müller". */
export function lengthOfTitles(name: string): number {
  return LEADING.exec(name)?.[0].length ?? 0;
}

const before = new Set([...address, ...courtesy, ...degrees, ...otherDegrees].map(fold));
const behind = new Set(words((titles) => titles.behind).map(fold));
const behindDegree = new Set(degreeFields.map(fold));
const household = new Set(words((titles) => titles.household).map(fold));
const addressing = new Set([...address, ...courtesy, ...household].map((word) => word.toLowerCase()));

/** Returns whether a folded word is a title before a name: "herr", "prof", "familie". */
export function isTitle(folded: string): boolean {
  return before.has(folded) || household.has(folded);
}

/** Returns whether a lower-case word addresses people: "frau", "sir", "family". */
export function isAddress(lower: string): boolean {
  return addressing.has(lower);
}

/**
 * Returns whether a folded word of a name is a title, before it ("Dr") or after it ("Jr").
 *
 * @param followsTitle whether a title precedes it: then "med" and "phil" are titles too, which may be first names elsewhere
 */
export function isTitleInName(folded: string, followsTitle: boolean): boolean {
  return before.has(folded) || behind.has(folded) || (followsTitle && behindDegree.has(folded));
}

const TITLES_BETWEEN = `(?:(?:${anyOf([...degrees, ...otherDegrees, ...degreeFields])})\\.?(?:-|\\s)*)*`;
const addressOf = (gender: keyof ByGender): RegExp => {
  const gendered = words(({ address, courtesy }) => [
    ...(address[gender] ?? []),
    ...(courtesy?.[gender] ?? []),
  ]);
  return new RegExp(`\\b(?:${anyOf(gendered.map(withoutStop))})\\.?\\s+${TITLES_BETWEEN}$`, 'i');
};
const MALE = addressOf('man');
const FEMALE = addressOf('woman');

/** Returns the gender that the words before a name indicate: `Frau Dr. ` is female. */
export function genderBefore(text: string, start: number): Gender | undefined {
  const before = text.slice(Math.max(0, start - 40), start);
  if (FEMALE.test(before)) return 'female';
  return MALE.test(before) ? 'male' : undefined;
}
