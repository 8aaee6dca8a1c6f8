import { AppError, newId } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { OwnFiles, RestoreFile, SubmitFile } from '@app/files';
import { ReceiveUpload, ResultFiles } from '@app/job-files';
import { serve, type Answer, type Served } from '../../testing/serve';
import { FileJobsController, ResultFilesController } from './file-jobs.controller';
import { FilesController } from './files.controller';
import { MOST_FILE_BYTES } from './receive-small-file.interceptor';

const MIB = 1024 ** 2;
const user = { userId: newId(), organizationId: newId(), groups: [], email: 'anna@company.example' };
const REPORT = {
  format: 'docx',
  values: { body: { Names: 2, Phone: 1 }, footer: { Names: 1 } },
  dropped: { macros: 1 },
  rasterized_pages: 0,
  pages_read_by_ocr: 0,
};

/** Records what a use case received, and answers as it would. */
const recorder = () => {
  const received: Record<string, unknown>[] = [];
  const record = (_caller: unknown, asked: object) => (received.push({ ...asked }), asked);
  return { received, record };
};

describe('files in forms', () => {
  let served: Served;
  const asked = recorder();
  const submitted: Record<string, unknown>[] = [];
  const stored: string[] = [];
  const discarded: unknown[] = [];
  let replayed = false;
  let failure: Error | undefined;

  beforeAll(async () => {
    const anonymize = async (caller: unknown, file: object) => {
      asked.record(caller, file);
      return {
        content: Buffer.from('[NAME_1]'),
        fileName: "Brief an [NAME_1] (l'été).docx",
        mediaType: 'x/y',
        report: REPORT,
      };
    };
    served = await serve({
      user,
      controllers: [FilesController, FileJobsController, ResultFilesController],
      providers: [
        {
          provide: OwnFiles,
          useValue: {
            anonymize,
            preview: async (caller: unknown, file: object) => {
              asked.record(caller, file);
              return { format: 'txt', texts: [], values: 0, isCut: true };
            },
          },
        },
        {
          provide: RestoreFile,
          useValue: {
            execute: async (caller: unknown, file: object) => {
              asked.record(caller, file);
              return {
                content: Buffer.from('Anna'),
                fileName: 'a.txt',
                mediaType: 'text/plain',
                restored: 0,
              };
            },
          },
        },
        {
          provide: SubmitFile,
          useValue: {
            execute: async (job: Record<string, unknown>) => {
              submitted.push(job);
              if (failure) throw failure;
              return { jobId: 'j', replayed };
            },
          },
        },
        {
          provide: ReceiveUpload,
          useValue: {
            execute: async ({ content, maxBytes }: { content: AsyncIterable<Buffer>; maxBytes: number }) => {
              let text = '';
              for await (const piece of content) text += piece.toString();
              if (text.length > maxBytes) throw new AppError('too_large', `at most ${maxBytes} bytes`);
              stored.push(text);
              return { jobId: text, bytes: text.length, digest: 'd' };
            },
            discard: async (upload: unknown) => void discarded.push(upload),
          },
        },
        {
          provide: ResultFiles,
          useValue: {
            open: async ({ id, expires, signature }: Record<string, string>) => {
              if (signature !== 'valid')
                throw new AppError('not_found', 'There is no such file, or the link has expired');
              return {
                content: Buffer.from(`${id} ${expires}`),
                name: 'Bericht.csv',
                mediaType: 'text/csv',
                bytes: 4,
              };
            },
          },
        },
        { provide: documentsConfig.KEY, useValue: { maxUploadBytes: 100 } as DocumentsConfig },
      ],
    });
  });
  beforeEach(() => {
    for (const list of [asked.received, submitted, stored, discarded]) list.length = 0;
    replayed = false;
    failure = undefined;
  });
  afterAll(() => served.close());

  type Fields = readonly (readonly [string, string | File])[];
  const file = (content = 'Anna', name = 'Brief.txt'): readonly [string, File] => [
    'file',
    new File([content], name),
  ];
  const send = (path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value as string);
    return served.ask(path, { method: 'POST', body: form, headers });
  };
  const refused = async (answer: Promise<Answer>) => {
    const { status, json } = await answer;
    return `${status} ${(json as { message: string }).message}`;
  };

  it('are anonymized with the fields before and after the file', async () => {
    await send('files/anonymize', [
      ['lang', 'de'],
      file('Anna', 'Verträge.docx'),
      ['choices', 'Names, Phone'],
      ['hide', 'a,b'],
      ['case_id', 'c'],
      ['unknown', 'x'],
    ]);
    expect(asked.received).toEqual([
      {
        fileName: 'Verträge.docx',
        content: Buffer.from('Anna'),
        lang: 'de',
        choices: ['Names', 'Phone'],
        hide: ['a,b'],
        caseId: 'c',
      },
    ]);
  });

  it('come back with their names and a report without values of the file', async () => {
    const { status, headers, text } = await send('files/anonymize', [file()]);
    expect([status, text]).toEqual([200, '[NAME_1]']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'x/y',
      'content-length': '8',
      'content-disposition':
        "attachment; filename*=UTF-8''Brief%20an%20%5BNAME_1%5D%20%28l%27%C3%A9t%C3%A9%29.docx",
    });
    expect(JSON.parse(headers.get('x-report')!)).toEqual({
      values: { Names: 3, Phone: 1 },
      dropped: { macros: 1 },
      rasterized_pages: 0,
      pages_read_by_ocr: 0,
    });
  });

  it('are shown in a preview, without texts if they have none', async () => {
    expect((await send('files/preview', [file()])).json).toEqual({
      success: true,
      message: 'The file was searched',
      data: { format: 'txt', texts: [], values: 0, is_cut: true },
    });
  });

  it.each([
    [['case_id', 'c'], { caseId: 'c' }],
    [['job_id', 'j'], { jobId: 'j' }],
  ] as const)('are restored by %j', async (issuer, expected) => {
    const { headers, text } = await send('files/restore', [file(), issuer]);
    expect([headers.get('x-restored'), text]).toEqual(['0', 'Anna']);
    expect(asked.received).toEqual([{ fileName: 'Brief.txt', content: Buffer.from('Anna'), ...expected }]);
  });

  it.each<Fields>([[file()], [file(), ['case_id', 'c'], ['job_id', 'j']]])(
    'are not restored unless one issuer is named',
    async (...fields) => {
      expect(
        await refused(
          send(
            'files/restore',
            fields.filter((field) => field !== undefined),
          ),
        ),
      ).toBe('400 case_id must be given, or job_id, but not both');
    },
  );

  it.each(['files/anonymize', 'files/preview', 'files/restore'])('are required by %s', async (path) => {
    const message = '400 A multipart body must have one part with a file, named file';
    expect(await refused(send(path, [['lang', 'de']]))).toBe(message);
    expect(await refused(send(path, [['file', 'Anna']]))).toBe(message);
    expect(await refused(send(path, [file(), file()]))).toBe(message);
    expect(await refused(served.post(path, { file: 'Anna' }))).toBe(
      '415 Content-Type must be multipart/form-data with a boundary',
    );
    expect(asked.received).toEqual([]);
  });

  it('have up to 10 MiB, whether or not the request says its length', async () => {
    const large = 'x'.repeat(MOST_FILE_BYTES);
    const message =
      /^413 The file is too large: at most 10485760 bytes are accepted; send larger ones to job/;
    expect(await refused(send('files/anonymize', [file(`${large}x`)]))).toMatch(message);
    expect(
      await refused(send('files/anonymize', [file(large), ['hide', 'x'], ['more', 'x'.repeat(2 * MIB)]])),
    ).toMatch(message);
  });

  it('are validated by their fields before anything reads them', async () => {
    const answer = await send('files/anonymize', [file(), ['style', 'initials'], ['hide', '']]);
    expect(answer.json).toMatchObject({
      response_code: 400,
      errors: [
        { field: 'style', message: 'must be placeholders or surrogates' },
        { field: 'hide', message: 'must be at most 100 texts of 1 to 200 characters' },
      ],
    });
    expect(asked.received).toEqual([]);
  });

  describe('for a job', () => {
    const accepted = (fields: Fields, headers?: Record<string, string>) =>
      send('job/anonymize-file', fields, headers);

    it('are streamed to the store, and submitted with their fields', async () => {
      const { status, headers, json } = await accepted(
        [['delivery', 'poll'], file(), ['restorable', 'true'], ['drop', 'macros']],
        { 'idempotency-key': 'k-1' },
      );
      expect([status, json]).toEqual([202, { status: 'accepted', job_id: 'j' }]);
      expect([headers.get('x-job-id'), headers.get('idempotency-replayed')]).toEqual(['j', null]);
      expect(submitted).toEqual([
        {
          owner: user,
          upload: { jobId: 'Anna', bytes: 4, digest: 'd' },
          fileName: 'Brief.txt',
          delivery: 'poll',
          restorable: true,
          drop: ['macros'],
          idempotencyKey: 'k-1',
        },
      ]);
      expect(discarded).toEqual([]);
    });

    it('have the job of an earlier request with the same key', async () => {
      replayed = true;
      const { headers } = await accepted([file()], { 'idempotency-key': 'k-1' });
      expect(headers.get('idempotency-replayed')).toBe('true');
    });

    it.each<[string, Fields, string]>([
      ['invalid', [file(), ['style', 'initials']], '400 style must be placeholders or surrogates'],
      [
        'doubled',
        [file('one'), file('two')],
        '400 A multipart body must have one part with a file, named file',
      ],
      [
        'too long',
        [file(), ['lang', 'x'.repeat(70_000)]],
        '400 The form has too many parts, or too long ones',
      ],
    ])('are deleted if a later part of the form is %s', async (_, fields, message) => {
      expect(await refused(accepted(fields))).toBe(message);
      expect(submitted).toEqual([]);
      expect(stored.length).toBeGreaterThan(0);
      expect(discarded).toHaveLength(stored.length);
    });

    it('are deleted if the job is refused', async () => {
      failure = new AppError('blocked_by_policy', 'The policy blocks this kind');
      expect(await refused(accepted([file()]))).toBe('400 The policy blocks this kind');
      expect(discarded).toEqual([{ jobId: 'Anna', bytes: 4, digest: 'd' }]);
    });

    it('have the limit of their kind, which is larger for archives', async () => {
      expect(await refused(accepted([file('x'.repeat(101))]))).toBe('413 at most 100 bytes');
      expect((await accepted([file('x'.repeat(101), 'a.zip')])).status).toBe(202);
    });

    it.each(['', 'a b', 'ü', 'x'.repeat(256)])(
      'are refused with the key %j, before the file is read',
      async (key) => {
        const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
        expect(await refused(accepted([file()], headers))).toBe(
          '400 Idempotency-Key must be 1 to 255 visible ASCII characters',
        );
        expect(stored).toEqual([]);
      },
    );

    it('are required', async () => {
      expect(await refused(accepted([['lang', 'de']]))).toBe('400 file must be a part with a file');
      expect(await refused(served.post('job/anonymize-file', {}))).toBe(
        '415 Content-Type must be multipart/form-data',
      );
    });
  });

  it('are read by a signed link, without running in a browser', async () => {
    const { status, headers, text } = await served.ask('files/j?expires=17&signature=valid');
    expect([status, text]).toEqual([200, 'j 17']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': "attachment; filename*=UTF-8''Bericht.csv",
    });
  });

  it.each([
    '',
    '?expires=17',
    '?signature=x',
    '?expires=17&signature=valid&signature=valid',
    '?expires=17&signature[]=valid',
  ])('are not found by another link: %j', async (query) => {
    expect(await refused(served.ask(`files/j${query}`))).toBe(
      '404 There is no such file, or the link has expired',
    );
  });
});
