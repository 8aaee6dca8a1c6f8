import { Scoring } from './scoring';
import type { Measurement } from './evaluation';
import { REPORT_LANGUAGES, writeReport } from './write-report';

const TEXT = 'Anna Weber called.';
const measured = (hidden: number) => {
  const scoring = new Scoring();
  for (let i = 0; i < 20; i += 1)
    scoring.add(
      { text: TEXT, values: [{ start: 0, end: 10, kind: 'Names' }] },
      i < hidden ? [{ start: 0, end: 10, kind: 'Names' }] : [{ start: 11, end: 17, kind: 'Organizations' }],
    );
  const { wholeTexts, outcomes } = scoring;
  return { texts: 20, wholeTexts, outcomes };
};
const MEASUREMENT: Measurement = {
  measuredAt: '2026-11-27T08:37:24.129Z',
  policyVersion: 3,
  before: measured(18),
  after: measured(19),
};

describe('the report of a measurement', () => {
  it('has kinds, counts and intervals of the policy in force and of the draft', () => {
    const report = writeReport(MEASUREMENT, 'en');
    expect(report).toContain('- Measured: 27 November 2026 at 08:37 UTC\n- Texts: 20\n');
    expect(report).toContain(`## Before: policy version 3

| Kind | Marked | Hidden | All hidden | Hidden by mistake |
| --- | ---: | --- | ---: | --- |
| Name | 20 | 18: 90.0 % (69.9 to 97.2) | 18 | 0: 0.0 % (0.0 to 17.6) |
| Organization | 0 | - | 2 | 2: 100.0 % (34.2 to 100.0) |
| All | 20 | 18: 90.0 % (69.9 to 97.2) | 20 | 2: 10.0 % (2.8 to 30.1) |

Texts with values: 20. Every value hidden: 18: 90.0 % (69.9 to 97.2)
`);
    expect(report).toContain('## After: a draft of the policy\n');
    expect(report).toContain('| Name | 20 | 19: 95.0 % (76.4 to 99.1) |');
  });

  it('is in German too', () => {
    const report = writeReport({ ...MEASUREMENT, policyVersion: 0, after: null }, 'de');
    expect(report).toContain('- Gemessen: 27. November 2026 um 08:37 UTC\n- Texte: 20\n');
    expect(report).toContain('## Vorher: ohne Richtlinie\n');
    expect(report).toContain('| Organisation | 0 | - |');
    expect(report).toContain('| Alle | 20 | 18: 90,0 % (69,9 bis 97,2) | 20 |');
    expect(report).not.toContain('Nachher');
  });

  it.each(REPORT_LANGUAGES)('contains no text and no value: %s', (language) => {
    expect(writeReport(MEASUREMENT, language)).not.toMatch(/Anna|Weber|called/);
  });
});
