import type { Readable } from 'node:stream';
import { AppError, newId } from '@app/common';
import { DeleteDocuments, UploadDocument } from '@app/documents';
import { CurrentPolicies } from '@app/policy';
import { serve, type Answer, type Served } from '../../testing/serve';
import { UploadController } from './upload.controller';

const user = { userId: newId(), organizationId: newId() };

describe('uploading', () => {
  let served: Served;
  const taken: object[] = [];
  const deleted: string[] = [];
  let images = 'refused';
  let pagesReadByOcr = 0;

  beforeAll(async () => {
    served = await serve({
      user,
      controllers: [UploadController],
      providers: [
        {
          provide: UploadDocument,
          useValue: {
            execute: async (
              _: unknown,
              {
                content,
                signal: _signal,
                ...file
              }: { content: Readable; signal: AbortSignal; fileName: string },
            ) => {
              let text = '';
              for await (const piece of content) {
                text += String(piece);
                if (text.length > 1_000) throw new AppError('too_large', 'at most 1000 bytes are accepted');
              }
              taken.push({ text, ...file });
              return { id: `id-${file.fileName}`, pagesReadByOcr };
            },
          },
        },
        {
          provide: DeleteDocuments,
          useValue: { delete: async (_: unknown, id: string) => void deleted.push(id) },
        },
        { provide: CurrentPolicies, useValue: { of: async () => ({ document: { images } }) } },
      ],
    });
  });
  beforeEach(() => {
    taken.length = 0;
    deleted.length = 0;
    images = 'refused';
    pagesReadByOcr = 0;
  });
  afterAll(() => served.close());

  const raw = (body: string, headers: Record<string, string> = {}) =>
    served.ask('upload', { method: 'POST', body, headers });
  const form = (
    parts: readonly (readonly [string, string | File])[],
    headers: Record<string, string> = {},
  ) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value as string);
    return served.ask('upload', { method: 'POST', body, headers });
  };
  const refused = async (answer: Promise<Answer>) => {
    const { status, json } = await answer;
    return `${status} ${(json as { message: string }).message}`;
  };
  const file = (name: string, content = 'Anna') => ['file', new File([content], name)] as const;

  it('takes the bytes of the body, with the name of the header', async () => {
    const { json } = await raw('Anna', { 'file-name': 'a.txt', 'content-type': 'text/plain' });
    expect(json).toEqual({ success: true, message: 'The file was uploaded', data: 'id-a.txt' });
    expect(taken).toEqual([{ text: 'Anna', fileName: 'a.txt', keepsPicture: false }]);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
    'takes them whatever their type is: %s',
    async (type) => {
      await raw('{"a":', { 'file-name': 'a.json', 'content-type': type });
      expect(taken).toEqual([expect.objectContaining({ text: '{"a":' })]);
    },
  );

  it('takes the part of a form, with its name unless the header has one', async () => {
    await form([['note', 'x'], file('Verträge.txt')]);
    await form([file('a.exe')], { 'file-name': 'b.txt' });
    expect(taken).toMatchObject([{ fileName: 'Verträge.txt' }, { fileName: 'b.txt' }]);
  });

  it.each([
    ['folder/../../etc/passwd', 'passwd'],
    ['C:\\Users\\anna\\a.txt', 'a.txt'],
    ['%2e%2e%2fa.txt', 'a.txt'],
  ])('takes only the last segment of the name %s', async (name, expected) => {
    await raw('Anna', { 'file-name': name });
    expect(taken).toMatchObject([{ fileName: expected }]);
  });

  it.each([undefined, '', '/', 'folder/', ' '])('needs a name: %j', async (name) => {
    expect(await refused(raw('Anna', name === undefined ? {} : { 'file-name': name }))).toMatch(
      /^400 File-Name is missing: /,
    );
  });

  it.each(['refused', 'internal', 'all', 'read'])(
    'keeps a picture only if the policy lets images pass: %s',
    async (rule) => {
      images = rule;
      await raw('Anna', { 'file-name': 'a.png' });
      expect(taken).toMatchObject([{ keepsPicture: rule !== 'refused' }]);
    },
  );

  it('says whether pages were read by OCR', async () => {
    pagesReadByOcr = 1;
    expect((await raw('Anna', { 'file-name': 'a.pdf' })).json).toMatchObject({
      message: 'The file was uploaded and read by OCR',
    });
  });

  it('refuses encoded contents', async () => {
    expect(await refused(raw('Anna', { 'file-name': 'a.txt', 'content-encoding': 'gzip' }))).toBe(
      '415 The file must be sent without Content-Encoding',
    );
    expect((await raw('Anna', { 'file-name': 'a.txt', 'content-encoding': 'identity' })).status).toBe(200);
  });

  it.each([
    ['without a file', [['note', 'x']]],
    ['with a file of another name', [['document', new File(['x'], 'a.txt')]]],
    ['with two files', [file('a.txt'), file('b.txt')]],
  ] as [string, [string, string | File][]][])('refuses a form %s', async (_, parts) => {
    expect(await refused(form(parts))).toBe(
      '400 A multipart body must have one part with a file, named file',
    );
  });

  it('deletes what it has stored if a later part of the form is refused', async () => {
    await form([file('a.txt'), file('b.txt')]);
    await form([file('a.txt'), ['note', 'x'.repeat(70_000)]]);
    expect(taken).toHaveLength(deleted.length);
    expect(deleted).toEqual(expect.arrayContaining(['id-a.txt']));
  });

  it('answers at once if a large file is refused while it arrives', async () => {
    const body = 'x'.repeat(3_000_000);
    const asRaw = served.ask('upload', { method: 'POST', body, headers: { 'file-name': 'a.txt' } });
    expect(await refused(asRaw)).toBe('413 at most 1000 bytes are accepted');
    const asForm = new FormData();
    asForm.append('file', new File([body], 'a.txt'));
    expect(await refused(served.ask('upload', { method: 'POST', body: asForm }))).toBe(
      '413 at most 1000 bytes are accepted',
    );
    expect(deleted).toEqual([]);
  });

  const PART = '--b\r\nContent-Disposition: form-data; name="file"';
  const NO_FILE = '400 A multipart body must have one part with a file, named file';
  const MALFORMED = '400 The multipart body is malformed or cut off';
  it.each([
    ['that is cut off within its file', `${PART}; filename="a.txt"\r\n\r\nAnna`, MALFORMED],
    ['without an end', '--b\r\n', MALFORMED],
    ['without a part', '--b--\r\n', NO_FILE],
    ['with a part that is no file', `${PART}\r\n\r\nx\r\n--b--\r\n`, NO_FILE],
  ])('refuses a form %s, and stores nothing of it', async (_, body, message) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await refused(served.ask('upload', { method: 'POST', body, headers }))).toBe(message);
    expect(taken).toEqual([]);
  });

  it('refuses a form without a boundary', async () => {
    expect(await refused(raw('Anna', { 'file-name': 'a.txt', 'content-type': 'multipart/form-data' }))).toBe(
      '415 Content-Type must be multipart/form-data with a boundary',
    );
  });

  it('deletes a document by its id', async () => {
    const { json } = await served.ask('upload/d', { method: 'DELETE' });
    expect([json, deleted]).toEqual([{ success: true, message: 'The document was deleted' }, ['d']]);
  });
});
