import { Readable } from 'node:stream';
import { BlockedByPolicy, EntityTable, IssuedTable } from '@app/anonymization';
import { CaseOfJob } from '@app/anonymization-jobs';
import type { CaseTables } from '@app/cases';
import { AppError, newId, type ErrorCode } from '@app/common';
import { DataKey } from '@app/crypto';
import type { JobUploads, NewResultFile, ResultFiles } from '@app/job-files';
import type { RunContext, RunningJob } from '@app/jobs';
import { eventually, policiesOf } from '@app/testing';
import type { AnonymizedFile, AnonymizeFile } from '../anonymize-file';
import type { FileToHide } from '../hide-file-texts';
import { FileRunner, type FileJobInput } from './file-runner';

const INPUT: FileJobInput = { fileName: 'Weber.txt', choices: ['Names'], style: 'placeholders', drop: [] };
const REPORT: AnonymizedFile['report'] = {
  format: 'txt',
  values: {},
  dropped: {},
  rasterized_pages: 0,
  pages_read_by_ocr: 0,
};

const LINK = 'https://service.example/file';

const anonymized = (): AnonymizedFile => ({
  content: Buffer.from('[NAME_1]'),
  fileName: '[NAME_1].txt',
  mediaType: 'text/plain',
  report: REPORT,
  sent: ['[NAME_1]'],
  table: EntityTable.create('placeholders'),
});

function runnerOf(
  execute: (file: FileToHide) => Promise<AnonymizedFile>,
  { files = [], deleted = [] }: { files?: NewResultFile[]; deleted?: string[] } = {},
): FileRunner {
  const anonymizeFile = {
    execute: (_: unknown, file: FileToHide) => execute(file),
  } as unknown as AnonymizeFile;
  const uploads = {
    read: async () => Readable.from([Buffer.from('Weber')]),
    delete: async (id: string) => void deleted.push(id),
  } as unknown as JobUploads;
  const results = {
    add: async (_: unknown, file: NewResultFile) => {
      files.push(file);
      return { file_url: LINK };
    },
  } as unknown as ResultFiles;
  const cases = new CaseOfJob({ check: async () => 'surrogates' } as unknown as CaseTables);
  return new FileRunner(uploads, results, anonymizeFile, policiesOf(), cases);
}

const jobOf = (input: object, id = newId()): RunningJob => ({
  id,
  organizationId: newId(),
  userId: newId(),
  input: JSON.parse(JSON.stringify(input)) as unknown,
  policyVersion: 1,
  key: DataKey.random(id),
});

const CONTEXT: RunContext = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onIssued: () => undefined,
  onFile: () => undefined,
};

/** Runs a job with an upload. @param outcome what anonymizing it returns or throws */
async function run(input: object, outcome?: Error) {
  const asked: FileToHide[] = [];
  const issued: string[] = [];
  const files: NewResultFile[] = [];
  const runner = runnerOf(
    async (file) => {
      asked.push(file);
      if (outcome) throw outcome;
      return anonymized();
    },
    { files },
  );
  const result = await runner.run(jobOf(input), {
    ...CONTEXT,
    onIssued: (table) => void issued.push(table),
  });
  return { result, asked, issued, files };
}

describe('a job that anonymizes a file', () => {
  it('returns the report with a link to the written file', async () => {
    const { result, asked, issued, files } = await run(INPUT);
    expect(result).toEqual({ file_url: LINK, report: REPORT });
    expect(asked).toMatchObject([
      { fileName: 'Weber.txt', content: Buffer.from('Weber'), from: 'placeholders' },
    ]);
    expect(files).toEqual([
      { name: '[NAME_1].txt', mediaType: 'text/plain', content: Buffer.from('[NAME_1]') },
    ]);
    expect(issued).toEqual([]);
  });

  it('deletes its upload when it has ended', async () => {
    const deleted: string[] = [];
    const job = jobOf(INPUT);
    await runnerOf(async () => anonymized(), { deleted }).ended(job);
    expect(deleted).toEqual([job.id]);
  });

  it('uses the table of its case, whatever style the case has', async () => {
    const caseId = newId();
    expect((await run({ ...INPUT, caseId })).asked).toMatchObject([{ from: { caseId } }]);
  });

  it('hands over what restores its file if it is restorable', async () => {
    const { issued } = await run({ ...INPUT, restorable: true });
    expect(await IssuedTable.read(issued[0]!)).toBeInstanceOf(IssuedTable);
  });

  it('has one archive in memory at a time, and other files beside it', async () => {
    const events: string[] = [];
    let goOn = (): void => undefined;
    const goesOn = new Promise<void>((resolve) => (goOn = resolve));
    const runner = runnerOf(async ({ fileName }) => {
      events.push(`begin ${fileName}`);
      await goesOn;
      events.push(`end ${fileName}`);
      return anonymized();
    });
    const runs = ['a.zip', 'b.zip', 'c.txt'].map((fileName) =>
      runner.run(jobOf({ ...INPUT, fileName }), CONTEXT),
    );
    await eventually(() => expect(events).toEqual(expect.arrayContaining(['begin a.zip', 'begin c.txt'])));
    expect(events).not.toContain('begin b.zip');
    goOn();
    await Promise.all(runs);
    expect(events.indexOf('begin b.zip')).toBeGreaterThan(events.indexOf('end a.zip'));
  });

  it.each<[ErrorCode, Error]>([
    ['invalid_file', new AppError('invalid_file', 'Invalid file: it is damaged')],
    ['file_unverifiable', new AppError('file_unverifiable', 'A value is left')],
    ['too_large', new AppError('too_large', 'Too much text')],
    ['blocked_by_policy', new BlockedByPolicy('file', ['Names'])],
    ['case_closed', new AppError('bad_request', 'case_id must be the id of one of your open cases')],
    ['case_full', new AppError('case_full', 'Full')],
  ])('fails permanently with %s', async (code, refusal) => {
    await expect(run(INPUT, refusal)).rejects.toMatchObject({ name: 'JobFailure', code });
  });

  it('is tried again after any other failure', async () => {
    const away = new AppError('unavailable', 'Detection is away');
    await expect(run(INPUT, away)).rejects.toBe(away);
  });

  it.each([
    ['0.3.0', INPUT],
    ['0.3.0, with all options', { ...INPUT, language: 'de', drop: ['macros'], restorable: true }],
    ['a later one, with a field that this version does not know', { ...INPUT, later: {} }],
  ])('runs the stored input of version %s', async (_, input) => {
    expect((await run(input)).result).toEqual({ file_url: LINK, report: REPORT });
  });
});
