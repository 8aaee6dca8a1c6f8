import { measureForms, OWN_FORMS, type FormCase } from '../../testing/written-forms/measure';
import { REPLACEMENT_STYLES, type BasicType } from '../entity-type';
import { createDetector } from './create-detector';
import type { Detector } from './detector';

/** Each of these values in every form and carrier; `npm run bench:forms` takes them all. */
const some = (type: BasicType): readonly string[] =>
  OWN_FORMS.values[type].filter((_, index) => index % 3 === 0);

describe('Values in the forms in which people, programs and formats write them', () => {
  let detector: Detector;
  let cases: FormCase[];
  beforeAll(async () => {
    detector = await createDetector({ threads: 1 });
    const values = { Names: some('Names'), Emails: some('Emails'), Phone: some('Phone') };
    const measured: FormCase[] = [];
    for (const style of REPLACEMENT_STYLES)
      measured.push(...(await measureForms(detector, { ...OWN_FORMS, values }, style)));
    cases = measured;
  }, 120_000);
  afterAll(() => detector.close());

  it('never leave whole, whatever the form', () => {
    expect(cases.length).toBeGreaterThan(800);
    expect(cases.filter(({ left }) => left === 'whole').map(({ form, sent }) => [form, sent])).toEqual([]);
  });

  it('leave in part in one text of a hundred at most', () => {
    const parts = cases.filter(({ left }) => left === 'part');
    expect(parts.length).toBeLessThanOrEqual(cases.length / 100);
  });

  it('come back to the byte', () => {
    expect(cases.filter(({ comesBack }) => !comesBack)).toEqual([]);
  });
});
