import { measureForms, OWN_FORMS, type FormCase } from '../../testing/written-forms/measure';
import { REPLACEMENT_STYLES, type BasicType } from '../kinds/entity-type';
import { createDetector } from './create-detector';
import type { Detector } from './detector';

/** Some of these values in every form and carrier. `npm run bench:forms` uses all of them. */
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

  it('are never sent completely, whatever the form', () => {
    expect(cases.length).toBeGreaterThan(800);
    expect(cases.filter(({ left }) => left === 'whole').map(({ form, sent }) => [form, sent])).toEqual([]);
  });

  it('are partly sent in at most one text of a hundred', () => {
    const parts = cases.filter(({ left }) => left === 'part');
    expect(parts.length).toBeLessThanOrEqual(cases.length / 100);
  });

  it('are restored byte for byte', () => {
    expect(cases.filter(({ comesBack }) => !comesBack)).toEqual([]);
  });
});
