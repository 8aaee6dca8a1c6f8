import type { Gender } from './entity';

const TITLES = String.raw`(?:(?:dr|prof|dipl|ing|med)\.?(?:-|\s)*)*`;
const MALE = new RegExp(String.raw`\b(?:herrn?|hr|mr|mister|sir)\.?\s+${TITLES}$`, 'i');
const FEMALE = new RegExp(String.raw`\b(?:frau|fr|mrs|ms|miss|madam|lady)\.?\s+${TITLES}$`, 'i');

/** What the words before a name say: `Frau Dr. ` is female. */
export function genderBefore(text: string, start: number): Gender | undefined {
  const before = text.slice(Math.max(0, start - 40), start);
  if (FEMALE.test(before)) return 'female';
  return MALE.test(before) ? 'male' : undefined;
}
