import propertyFactor from '../../../../tools/typescript/property-factor.cjs';
import { measureForms, OWN_FORMS, type FormCase } from '../../testing/written-forms/measure';
import { REPLACEMENT_STYLES, type BasicType } from '../kinds/entity-type';
import { createDetector } from './create-detector';
import type { Detector } from './detector';

/** Some of these values in every form and carrier. `npm run bench:forms` uses all of them. */
const some = (type: BasicType): readonly string[] =>
  OWN_FORMS.values[type].filter((_, index) => index % 3 === 0);

/** With fewer runs of each property, every third case is tried: every form with some of these values and carriers. */
const step = propertyFactor < 1 ? 3 : 1;

describe('Values in the forms in which people, programs and formats write them', () => {
  let detector: Detector;
  let cases: FormCase[];
  beforeAll(async () => {
    detector = await createDetector({ threads: 1 });
    const values = { Names: some('Names'), Emails: some('Emails'), Phone: some('Phone') };
    const measured: FormCase[] = [];
    for (const style of REPLACEMENT_STYLES)
      measured.push(...(await measureForms(detector, { ...OWN_FORMS, values }, style, step)));
    cases = measured;
  });
  afterAll(() => detector.close());

  it('are never sent completely, whatever the form', () => {
    expect(cases.length * step).toBeGreaterThan(800);
    expect(new Set(cases.map(({ form }) => form))).toEqual(new Set(OWN_FORMS.forms.map(({ name }) => name)));
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
