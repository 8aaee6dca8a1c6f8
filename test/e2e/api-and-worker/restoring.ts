import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { accepted, aRecording, formOf } from '../../support/jobs';
import { useApiAndWorker } from './scene';

const NAME = 'Wilhelmine Brandstetter';
const MIB = 1024 * 1024;
const SPEECH = readFileSync(join(__dirname, '../../fixtures/speech/librivox-0880.wav'));
const scene = useApiAndWorker();

interface Restored {
  data: { text: string; restored: number };
}

describe('what was hidden', () => {
  let user: TestUser;
  let api: ApiClient;
  let model: string;

  beforeAll(async () => {
    user = await scene.system.user({ role: 'admin' });
    api = new ApiClient(scene.system, user);
    model = (await api.get<{ data: { id: string }[] }>('openai/v1/models')).body.data[0]!.id;
  });

  const newCase = async (): Promise<string> =>
    (await api.post<{ data: { case_id: string } }>('cases', { style: 'placeholders' })).body.data.case_id;
  const anonymize = (prompt: string, more: object) =>
    api.post<{ anonymized_prompt: string; mapping?: string }>('anonymize', {
      lang: 'eng',
      prompt,
      choices: ['Names'],
      model,
      anonymized: false,
      ...more,
    });
  const restore = async (written: string, issuer: object): Promise<string> =>
    (await api.post<Restored>('restore', { text: written, ...issuer })).body.data.text;
  const asText = (headers: Record<string, string>) => ({ 'content-type': 'text/plain', ...headers });
  /** Returns an API key of the user with these scopes. */
  const withKey = async (...scopes: string[]): Promise<ApiClient> => {
    const { body } = await api.post<{ data: { key: string } }>('/idm/v1/keys', {
      name: randomUUID(),
      scopes,
    });
    return new ApiClient(scene.system, { authorization: { authorization: `Bearer ${body.data.key}` } });
  };

  it('is restored with its case, which a call of the gateway uses, too', async () => {
    const caseId = await newCase();
    const { body } = await anonymize(`Call ${NAME}.`, { case_id: caseId });
    expect(body.anonymized_prompt).toBe('Call [NAME_1].');
    expect(await restore('[NAME_1] agreed', { case_id: caseId })).toBe(`${NAME} agreed`);
    const messages = [{ role: 'user', content: `Where is ${NAME}?` }];
    const called = await api.post<{ choices: { message: { content: string } }[] }>(
      'openai/v1/chat/completions',
      { model, messages },
      { 'x-case': caseId },
    );
    expect(scene.upstream.requests.at(-1)!.body.messages?.at(-1)?.content).toBe('Where is [NAME_1]?');
    expect(called.body.choices[0]!.message.content).toContain(NAME);
    const refused = await api.post(
      'openai/v1/chat/completions',
      { model, messages },
      { 'x-case': randomUUID() },
    );
    expect([refused.status, refused.body]).toMatchObject([400, { error: { param: 'X-Case' } }]);
    const embedded = await api.post('openai/v1/embeddings', { model, input: 'x' }, { 'x-case': caseId });
    expect([embedded.status, embedded.body]).toMatchObject([400, { error: { param: 'X-Case' } }]);
  });

  it('is restored in minutes that a model wrote from a recording of the case, which shares its replacements', async () => {
    const caseId = await newCase();
    await anonymize(`Call ${NAME}.`, { case_id: caseId });
    scene.speech.recognize = () => [
      { start: 0, end: 2.8, text: ` My name is ${NAME}. I will meet Hans Oberhuber in March.` },
    ];
    const form = formOf({
      lang: 'en',
      choices: 'Names',
      case_id: caseId,
      delivery: 'poll',
      file: aRecording(SPEECH),
    });
    const jobId = await accepted(api.post('job/transcribe', form));
    const transcript = await eventually(async () => {
      const { status, body } = await api.get<{ transcript: string }>(`job/${jobId}/result`);
      if (status !== 200) throw new Error('The job has not ended');
      return body.transcript;
    });
    expect(transcript).toBe('My name is [NAME_1]. I will meet [NAME_2] in March.');
    // The upstream's model repeats what it is asked. What the caller wrote as a placeholder comes back as one.
    const messages = [{ role: 'user', content: `Write the minutes: ${transcript}` }];
    const answer = await api.post<{ choices: { message: { content: string } }[] }>(
      'openai/v1/chat/completions',
      { model, messages },
      { 'x-case': caseId },
    );
    const minutes = answer.body.choices[0]!.message.content;
    expect(minutes).toContain(transcript);
    expect(await restore(minutes, { case_id: caseId })).toContain(
      `My name is ${NAME}. I will meet Hans Oberhuber in March.`,
    );
  });

  it('is restored with a sealed mapping, by its user only', async () => {
    const { body } = await anonymize(`Call ${NAME}.`, { mapping: 'sealed' });
    expect(await restore(body.anonymized_prompt, { mapping: body.mapping })).toBe(`Call ${NAME}.`);
    const next = await anonymize(`${NAME} called.`, { mapping: body.mapping });
    expect(next.body.anonymized_prompt).toBe('[NAME_1] called.');
    const other = new ApiClient(
      scene.system,
      await scene.system.user({ organizationId: user.organizationId }),
    );
    const refused = await other.post('restore', { text: '[NAME_1]', mapping: body.mapping });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'mapping_invalid' }]);
  });

  it('is restored with a job, as long as its result is stored', async () => {
    const asked = { text: `Call ${NAME}.`, lang: 'en', delivery: 'poll', restorable: true };
    const submitted = await api.post('job/anonymize', asked);
    const jobId = submitted.headers.get('x-job-id')!;
    await eventually(async () => expect(await restore('[NAME_1]', { job_id: jobId })).toBe(NAME));
    await api.delete(`job/${jobId}`);
    expect((await api.post('restore', { text: '[NAME_1]', job_id: jobId })).status).toBe(410);
  });

  it('needs the scopes cases and restore, if a key sends it', async () => {
    const [caseId, key] = [await newCase(), await withKey('anonymize', 'jobs', 'openai')];
    const prompt = { lang: 'eng', prompt: 'x', choices: ['Names'], model, anonymized: false };
    const messages = [{ role: 'user', content: 'x' }];
    for (const [path, body, headers] of [
      ['anonymize', { ...prompt, case_id: caseId }],
      ['anonymize', { ...prompt, mapping: 'sealed' }],
      ['job/anonymize', { text: 'x', lang: 'en', delivery: 'poll', case_id: caseId }],
      ['openai/v1/chat/completions', { model, messages }, { 'x-case': caseId }],
      ['restore', { text: 'x', case_id: caseId }],
    ] as const)
      expect([path, (await key.post(path, body, headers)).status]).toEqual([path, 403]);
    for (const [method, path] of [
      ['GET', 'cases'],
      ['POST', 'cases'],
      ['GET', `cases/${caseId}`],
      ['PATCH', `cases/${caseId}`],
      ['DELETE', `cases/${caseId}`],
      ['POST', `cases/${caseId}/forget`],
      ['POST', `cases/${caseId}/forget/preview`],
    ] as const) {
      const refused = await key.call(method, path, method === 'GET' ? {} : { body: { value: NAME } });
      expect([method, path, refused.status, refused.body]).toMatchObject([
        method,
        path,
        403,
        { code: 'forbidden' },
      ]);
    }
    const allowed = await withKey('anonymize', 'cases');
    expect((await allowed.post('anonymize', { ...prompt, case_id: caseId })).status).toBe(200);
    expect((await allowed.post(`cases/${caseId}/forget/preview`, { value: NAME })).status).toBe(403);
  });

  it('is restored in a long text while the text arrives', async () => {
    const caseId = await newCase();
    await anonymize(`Call ${NAME}.`, { case_id: caseId });
    const filler = 'The minutes name nobody else. '.repeat(3_000);
    const [first, second] = ['first', 'second'].map((at) => `The ${at} [NAME_1] agreed. ${filler}`) as [
      string,
      string,
    ];
    const headers = asText({ ...user.authorization, 'x-case': caseId });
    const call = request(scene.system.ai('restore'), { method: 'POST', headers });
    call.write(first);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    const [shown] = (await once(response.setEncoding('utf8'), 'data')) as [string];
    expect(shown).toContain(`The first ${NAME} agreed.`);
    call.end(second);
    expect(`${shown}${await text(response)}`).toBe(`${first}${second}`.replaceAll('[NAME_1]', NAME));
  });

  it('is refused as a text without exactly one issuer, that is no UTF-8, compressed, or longer than 50 MiB', async () => {
    const caseId = await newCase();
    const refusals: [body: string | Uint8Array, headers: Record<string, string>, status: number][] = [
      ['x', {}, 400],
      ['x', { 'x-case': caseId, 'x-job': randomUUID() }, 400],
      ['x', { 'x-case': randomUUID() }, 400],
      ['x', { 'x-job': randomUUID() }, 400],
      ['x', { 'x-chat': randomUUID() }, 400],
      [Buffer.from([0x61, 0xff]), { 'x-case': caseId }, 400],
      ['x', { 'x-case': caseId, 'content-encoding': 'gzip' }, 415],
      ['x', { 'x-case': caseId, 'content-type': 'text/plain; charset=latin1' }, 415],
      [Buffer.alloc(50 * MIB + 1, 'x'), { 'x-case': caseId }, 413],
    ];
    for (const [body, headers, status] of refusals) {
      const answer = await api.post('restore', body, asText(headers));
      expect([answer.status, answer.body]).toMatchObject([status, { success: false }]);
    }
    expect((await api.post('restore', '', asText({ 'x-case': caseId }))).bytes.toString()).toBe('');
  });
});
