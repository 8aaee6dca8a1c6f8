import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient, type ApiAnswer } from '../../support/api-client';
import { accepted, formOf, JobClient, type FormParts } from '../../support/jobs';
import { MARK } from '../../support/local-files';
import { useApiAndWorker } from '../api-and-worker/scene';

const NAME = 'Wilhelmine Brandstetter';
const SHEET = `name;city\r\n"${NAME}";Kassel\r\n`;
const HIDDEN = 'name;city\r\n"[NAME_1]";Kassel\r\n';
const MIB = 1024 * 1024;
const scene = useApiAndWorker();

interface FileResult {
  file_url: string;
  report: { values: Record<string, Record<string, number>> };
}

describe('a job that anonymizes a file', () => {
  let user: TestUser;
  let api: ApiClient;
  let jobs: JobClient;
  /** Files that existed before the test; they are ignored. */
  let before: Set<string>;

  beforeAll(async () => {
    user = await scene.system.user();
    api = new ApiClient(scene.system, user);
    jobs = new JobClient(api, scene.receiver);
  });
  beforeEach(() => {
    before = new Set(files());
  });

  const aFile = (content: string | Buffer, name = `List of ${NAME}.csv`): File =>
    new File([new Uint8Array(Buffer.from(content))], name);
  const submit = (
    changes: FormParts = {},
    headers: Record<string, string> = {},
    by = api,
  ): Promise<ApiAnswer<{ job_id: string }>> =>
    by.post(
      'job/anonymize-file',
      formOf({
        lang: 'en',
        choices: 'Names',
        webhook_url: jobs.webhookUrl,
        ...changes,
        file: 'file' in changes ? changes.file : aFile(SHEET),
      }),
      headers,
    );
  const polled = (changes: FormParts = {}): Promise<string> =>
    accepted(submit({ webhook_url: undefined, delivery: 'poll', ...changes }));
  const resultOf = (jobId: string): Promise<FileResult> =>
    eventually(async () => {
      const { status, body } = await api.get<FileResult>(`job/${jobId}/result`);
      if (status !== 200) throw new Error(`Answered ${status}`);
      return body;
    });
  const download = (address: string) => new ApiClient(scene.system).call('GET', address);
  const files = (): string[] =>
    readdirSync(scene.system.dataDir, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && entry.name !== MARK && /blobs(?!.tombstones)/.test(entry.parentPath),
      )
      .map(({ parentPath, name }) => join(parentPath, name));
  const stored = (): string[] => files().filter((name) => !before.has(name));
  const nothingStored = () => eventually(() => expect(stored()).toEqual([]));

  it('sends a link to the written file by webhook, and the file is restored with the job', async () => {
    const response = await submit({ restorable: 'true' });
    expect(response.status).toBe(202);
    const { job_id: jobId } = response.body;
    expect(response.body).toEqual({ status: 'accepted', job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(response.headers.get('x-job-id')).toBe(jobId);

    const [{ body }] = await jobs.delivered(jobId);
    expect(body).toEqual({
      job_id: jobId,
      status: 'completed',
      file_url: expect.stringContaining(`/ai/v1/files/${jobId}?expires=`),
      report: {
        format: 'csv',
        values: { cells: { Names: 1 }, file_name: { Names: 1 } },
        dropped: {},
        rasterized_pages: 0,
        pages_read_by_ocr: 0,
      },
    });
    const written = await download(String(body.file_url));
    expect(written.status).toBe(200);
    expect(written.bytes.toString()).toBe(HIDDEN);
    expect(Object.fromEntries(written.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''List%20of%20%5BNAME_1%5D.csv",
      'content-length': String(HIDDEN.length),
      'cache-control': 'no-store',
    });
    expect(await jobs.report(jobId)).toMatchObject({ type: 'file_anonymization', status: 'completed' });

    const edited = formOf({ job_id: jobId, file: aFile(`${HIDDEN}[NAME_1];Ulm\r\n`, '[NAME_1].csv') });
    const restored = await api.post('files/restore', edited);
    expect([restored.status, restored.bytes.toString()]).toEqual([200, `${SHEET}${NAME};Ulm\r\n`]);
    expect(stored()).toHaveLength(1);
  });

  it('stores its result for polling, each time with a new link', async () => {
    const jobId = await polled();
    const { file_url: address } = await resultOf(jobId);
    expect((await download(address)).bytes.toString()).toBe(HIDDEN);
    expect(jobs.webhooksOf(jobId)).toEqual([]);
    const seconds = (link: string): number => Number(new URL(link).searchParams.get('expires'));
    await eventually(async () =>
      expect(seconds((await resultOf(jobId)).file_url)).toBeGreaterThan(seconds(address)),
    );
  });

  it('has the replacements of its case', async () => {
    const { body } = await api.post<{ data: { case_id: string } }>('cases', { style: 'placeholders' });
    const { case_id } = body.data;
    const first = await resultOf(await polled({ case_id }));
    const second = await resultOf(await polled({ case_id, file: aFile(`Ask ${NAME}.`, 'a.txt') }));
    expect((await download(first.file_url)).bytes.toString()).toBe(HIDDEN);
    expect((await download(second.file_url)).bytes.toString()).toBe('Ask [NAME_1].');
  });

  it('fails without a retry if its file cannot be written', async () => {
    const jobId = await accepted(submit({ file: aFile(Buffer.from([0, 1, 2])) }));
    const [{ body, headers }] = await jobs.delivered(jobId);
    expect(body).toEqual({
      job_id: jobId,
      status: 'failed',
      error: 'Invalid file: its content does not match its extension',
    });
    expect(headers['x-error-code']).toBe('invalid_file');
    expect(await jobs.report(jobId)).toMatchObject({ status: 'failed', error_code: 'invalid_file' });
    const { rows } = await scene.system.db.query('SELECT attempts FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 1 }]);
    await nothingStored();
  });

  it('has a link that opens nothing if it is forged, has expired, or the job was deleted', async () => {
    const jobId = await polled();
    const { file_url: address } = await resultOf(jobId);
    const answer = async (change: (link: URL) => void): Promise<unknown> => {
      const link = new URL(address);
      change(link);
      const { status, body } = await download(link.toString());
      return [status, body.message];
    };
    const missing = [404, 'There is no such file, or the link has expired'];
    const set = (name: string, value: string) => (link: URL) => link.searchParams.set(name, value);
    expect(await answer(set('signature', 'x'))).toEqual(missing);
    expect(await answer(set('expires', '1'))).toEqual(missing);
    expect(await answer((link) => (link.search = ''))).toEqual(missing);
    expect(await answer((link) => (link.pathname = link.pathname.replace(jobId, randomUUID())))).toEqual(
      missing,
    );
    expect((await download(address)).status).toBe(200);

    expect((await api.delete(`job/${jobId}`)).status).toBe(200);
    expect(await answer(() => undefined)).toEqual(missing);
    expect((await api.get(`job/${jobId}/result`)).status).toBe(410);
    await nothingStored();
  });

  it('is erased with its user, and its file with it', async () => {
    const leaver = await scene.system.user();
    const own = new ApiClient(scene.system, leaver);
    const jobId = await accepted(submit({ webhook_url: undefined, delivery: 'poll' }, {}, own));
    const address = await eventually(async () => {
      const { status, body } = await own.get<FileResult>(`job/${jobId}/result`);
      expect(status).toBe(200);
      return body.file_url;
    });
    await scene.system.cli(['user', 'erase', leaver.userName]);
    expect((await download(address)).status).toBe(404);
    await nothingStored();
  });

  describe('is refused', () => {
    it.each<[string, FormParts, string]>([
      ['without a file', { file: undefined }, 'file'],
      ['with an empty file', { file: new File([], 'a.csv') }, 'file'],
      ['in an unknown language', { lang: 'tlh' }, 'lang'],
      ['without a webhook', { webhook_url: undefined }, 'webhook_url'],
      ['with a webhook that is not https', { webhook_url: 'http://127.0.0.1/hook' }, 'webhook_url'],
      ['with an unknown choice', { choices: 'Names,Shoes' }, 'choices'],
      ['with an unknown style', { style: 'invisible' }, 'style'],
      ['if it may leave out an unknown part', { drop: 'pages' }, 'drop'],
      ['in a case that is not open', { case_id: randomUUID() }, 'case_id'],
      ['if it is restorable and in a case', { case_id: randomUUID(), restorable: 'true' }, 'restorable'],
    ])('%s', async (_, changes, field) => {
      const { status, body } = await submit(changes);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, errors: [{ field }] });
      await nothingStored();
    });

    it('with a type of file that is not written', async () => {
      const { status, body } = await submit({ file: aFile('x', 'a.exe') });
      expect([status, body]).toMatchObject([400, { code: 'invalid_file' }]);
      await nothingStored();
    });

    it('without a token, without the grant and with another content type, in this order', async () => {
      const stranger = await scene.system.user({ grants: [] });
      const post = async (by?: TestUser): Promise<number> =>
        (await new ApiClient(scene.system, by).post('job/anonymize-file', {})).status;
      expect(await post()).toBe(401);
      expect(await post(stranger)).toBe(403);
      expect(await post(user)).toBe(415);
    });

    it('above the limit of its type: MAX_UPLOAD_BYTES, and 100 MiB for archives', async () => {
      expect(await announce(102 * MIB)).toBe(413);
      expect((await submit({ file: aFile(Buffer.alloc(2 * MIB + 1, 'a'), 'a.txt') })).status).toBe(413);
      expect((await submit({ file: aFile(Buffer.alloc(2 * MIB + 1), 'a.zip') })).status).toBe(202);
      await nothingStored();
    });
  });

  it('leaves nothing of an interrupted upload', async () => {
    const sending = open();
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
    sending.write(Buffer.alloc(MIB));
    await eventually(() => expect(stored()).not.toEqual([]));
    sending.destroy();
    await nothingStored();
  });

  it('is accepted once per Idempotency-Key and file', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await submit({}, headers);
    const second = await submit({}, headers);
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await submit({ file: aFile('other') }, headers)).status).toBe(409);
    expect((await submit({ restorable: 'true' }, headers)).status).toBe(409);
  });

  const open = (headers: Record<string, string> = {}) =>
    httpRequest(scene.system.ai('job/anonymize-file'), {
      method: 'POST',
      headers: { ...user.authorization, ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    }).on('error', () => undefined);

  /** Announces the length of the form and waits for the answer. @returns the status */
  function announce(bytes: number): Promise<number | undefined> {
    return new Promise((answered) => {
      const sending = open({ 'content-length': String(bytes) });
      sending.on('response', (response) => answered(response.resume().statusCode));
      sending.flushHeaders();
    });
  }
});
