import { EntityTable, NO_RULES, TermFinder } from '@app/anonymization';
import { newId, TimeSlice } from '@app/common';
import { formatOf } from '@app/file-formats';
import type { EditFiles } from '@app/isolation';
import { AnonymizeFile } from './anonymize-file';
import type { FileToHide, HideFileTexts, HiddenFile } from './hide-file-texts';

const OWNER = { userId: newId(), organizationId: newId() };
const { signal } = new AbortController();

/** Anonymizes a text in which nothing is found. @returns what the written file was checked for, and the report */
async function anonymize(text: string, rules: Partial<FileToHide['rules']>) {
  const units = [text, 'a'].map((one) => ({ part: 'text', text: one, lengths: [one.length] }));
  const hidden = {
    file: {},
    format: formatOf('a.txt')!,
    memory: [],
    units,
    hidden: units.map((unit) => ({ text: unit.text, changes: [], detected: [], replacements: [] })),
    table: EntityTable.create('placeholders'),
  } as unknown as HiddenFile;
  const check = jest.fn<Promise<void>, unknown[]>(() => Promise.resolve());
  const write = () =>
    Promise.resolve({
      content: Buffer.from(text),
      report: { dropped: {}, rasterizedPages: 0, pagesReadByOcr: 0 },
    });
  const file = new AnonymizeFile(
    { execute: () => Promise.resolve(hidden) } as unknown as HideFileTexts,
    { write, check } as unknown as EditFiles,
  );
  const asked = { fileName: 'a.txt', rules: { ...NO_RULES, ...rules } } as FileToHide;
  const { report } = await file.execute(OWNER, asked, signal);
  return { report, checked: check.mock.calls[0]! };
}

describe('an anonymized file', () => {
  it('is checked for the words of the request and the terms of the policy that were not found', async () => {
    const terms = await TermFinder.of(
      [{ phrase: 'Nordlicht' }, { phrase: 'US', exactCase: true }, { pattern: 'P-\\d+' }],
      new TimeSlice(),
    );
    const { checked } = await anonymize('Smart City', { hide: ['SmartCity'], terms });
    expect(checked[1]).toEqual([]);
    expect(checked[3]).toEqual({ words: ['SmartCity'], terms: ['Nordlicht'] });
  });

  it('has a report that says how often each word of the request was found, without the words', async () => {
    const { report } = await anonymize('Anna called. Anna’s §§ and C++', {
      hide: ['SmartCity', 'anna', 'C++'],
    });
    expect(report.asked_words).toEqual([0, 2, 1]);
    expect((await anonymize('Anna', {})).report).not.toHaveProperty('asked_words');
  });
});
