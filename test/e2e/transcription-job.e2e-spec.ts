import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { JobReport } from '@app/jobs';
import {
  eventually,
  startSpeechServer,
  startSystem,
  startWebhookReceiver,
  type SpeechServer,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';

const SPEECH = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));
const SILENCE = silence(4);
const MIB = 1024 * 1024;

describe('a transcription job', () => {
  let receiver: WebhookReceiver;
  let speech: SpeechServer;
  let system: TestSystem;
  let user: TestUser;

  beforeAll(async () => {
    [receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      MAX_AUDIO_BYTES: '2MiB',
      JOB_SWEEP_INTERVAL: '1s',
      JOB_LEASE: '1h',
    });
    user = await system.user();
  });
  beforeEach(() => {
    speech.requests.length = 0;
    speech.hear = () => [{ start: 0.2, end: 2.8, text: ' He was not an ill-disposed young man.' }];
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([receiver?.stop(), speech?.stop()]);
  });

  type Parts = Record<string, string | Blob | undefined>;
  const recording = (bytes: Buffer, name = 'recording.wav') => new File([new Uint8Array(bytes)], name);
  const fields = (): Parts => ({ file: recording(SPEECH), lang: 'en', webhook_url: `${receiver.url}/hook` });

  function form(parts: Parts): FormData {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) if (value !== undefined) body.append(name, value);
    return body;
  }
  const submit = (changes: Parts = {}, headers: Record<string, string> = {}) =>
    fetch(system.ai('job/transcribe'), {
      method: 'POST',
      headers: { ...user.authorization, ...headers },
      body: form({ ...fields(), ...changes }),
    });
  async function submitted(changes: Parts = {}): Promise<string> {
    const response = await submit(changes);
    expect(response.status).toBe(202);
    return ((await response.json()) as { job_id: string }).job_id;
  }
  const delivered = (jobId: string): Promise<Record<string, unknown>> =>
    eventually(() => {
      const webhook = receiver.webhooks.find(({ body }) => body.job_id === jobId);
      expect(webhook).toBeDefined();
      return webhook!.body;
    });
  const call = (path: string, method = 'GET') =>
    fetch(system.ai(path), { method, headers: user.authorization });
  const storedFiles = (): string[] =>
    readdirSync(system.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.includes('blobs'))
      .map(({ name }) => name);
  const nothingStored = () => eventually(() => expect(storedFiles()).toEqual([]));

  it('answers as the interface says, and delivers the transcript and nothing else', async () => {
    const response = await submit();
    const acceptance = (await response.json()) as Record<string, string>;

    expect(response.status).toBe(202);
    expect(acceptance).toEqual({ status: 'accepted', job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(response.headers.get('x-job-id')).toBe(acceptance.job_id);
    expect(await delivered(acceptance.job_id!)).toEqual({
      job_id: acceptance.job_id,
      status: 'completed',
      transcript: 'He was not an ill-disposed young man.',
    });
    await nothingStored();
  });

  it('takes its parts in any order, and passes the language on', async () => {
    const { file, ...rest } = fields();
    const body = form({ file, ...rest, lang: 'deu' });
    const response = await fetch(system.ai('job/transcribe'), {
      method: 'POST',
      headers: user.authorization,
      body,
    });

    await delivered(((await response.json()) as { job_id: string }).job_id);
    expect(speech.requests).toMatchObject([{ language: 'de' }]);
  });

  it('adds the times of segments where they are asked for', async () => {
    const body = await delivered(await submitted({ timestamps: 'true' }));

    expect(body.segments).toEqual([
      { start: expect.any(Number), end: expect.any(Number), text: 'He was not an ill-disposed young man.' },
    ]);
  });

  it('hides what it is asked to hide, also where it goes on in the next segment', async () => {
    speech.hear = () => [
      { start: 0, end: 1, text: ' My name is Wilhelmine' },
      { start: 1, end: 2, text: ' Brandstetter.' },
      { start: 2, end: 2.8, text: ' Write to w.brandstetter@firma.example.' },
    ];
    const body = await delivered(await submitted({ timestamps: 'true', choices: 'Names,Emails' }));

    expect(body.transcript).toBe('My name is [NAME_1]. Write to [EMAIL_1].');
    expect((body.segments as { text: string }[]).map(({ text }) => text)).toEqual([
      'My name is [NAME_1].',
      'Write to [EMAIL_1].',
    ]);
  });

  it('knows silence for silence, and asks nobody what it says', async () => {
    const body = await delivered(await submitted({ file: recording(SILENCE) }));

    expect(body).toMatchObject({ status: 'completed', transcript: '' });
    expect(speech.requests).toEqual([]);
  });

  it('ends as failed where there is speech and no words come', async () => {
    speech.hear = () => [];
    const body = await delivered(await submitted());

    expect(body).toMatchObject({ status: 'failed', error: expect.stringContaining('no words') });
  });

  it('ends as failed where the file is no audio, and says so', async () => {
    const jobId = await submitted({ file: recording(Buffer.from('this is no sound'.repeat(100)), 'a.mp3') });

    expect(await delivered(jobId)).toEqual({
      job_id: jobId,
      status: 'failed',
      error: 'Unsupported audio format',
    });
    await nothingStored();
  });

  it('is cancelled while it runs, frees its place at once, and leaves nothing', async () => {
    speech.hear = () => 'never';
    const jobId = await submitted();
    await eventually(() => expect(speech.requests).toHaveLength(1));
    expect((await call(`job/${jobId}`, 'DELETE')).status).toBe(200);
    speech.hear = () => [{ start: 0, end: 2, text: ' The next one.' }];
    const next = await submitted();

    expect(await delivered(jobId)).toMatchObject({ status: 'failed', error: 'Cancelled' });
    // Its only place: by the lease alone it would be free in fifteen minutes.
    expect(await delivered(next)).toMatchObject({ status: 'completed', transcript: 'The next one.' });
    await nothingStored();
  });

  it('says how far it is', async () => {
    const jobId = await submitted();
    await delivered(jobId);

    expect((await (await call(`job/${jobId}`)).json()) as JobReport).toMatchObject({
      type: 'transcription',
      status: 'completed',
      progress: 1,
    });
  });

  describe('is refused', () => {
    it.each<[string, Parts, string]>([
      ['without a file', { file: undefined }, 'file'],
      ['with an empty file', { file: new File([], 'a.wav') }, 'file'],
      ['with a file of another name', { file: new File(['x'], 'a.flac') }, 'file'],
      ['without a language', { lang: undefined }, 'lang'],
      ['in a language that the engine does not know', { lang: 'tlh' }, 'lang'],
      ['without a webhook', { webhook_url: undefined }, 'webhook_url'],
      ['with a webhook that is not https', { webhook_url: 'http://127.0.0.1/hook' }, 'webhook_url'],
      ['with no choice among its choices', { choices: '' }, 'choices'],
      ['with an unknown choice', { choices: 'Names,Shoes' }, 'choices'],
      ['in a language in which names cannot be hidden', { lang: 'fr', choices: 'Names' }, 'lang'],
      ['with timestamps that are neither true nor false', { timestamps: 'maybe' }, 'timestamps'],
    ])('%s', async (_, changes, field) => {
      const response = await submit(changes);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        success: false,
        response_code: 400,
        errors: [{ field }],
      });
      await nothingStored();
    });

    it('with two files', async () => {
      const body = form(fields());
      body.append('file', recording(SPEECH));
      const response = await fetch(system.ai('job/transcribe'), {
        method: 'POST',
        headers: user.authorization,
        body,
      });

      expect(response.status).toBe(400);
      await nothingStored();
    });

    it('where the form breaks off', async () => {
      const response = await fetch(system.ai('job/transcribe'), {
        method: 'POST',
        headers: { ...user.authorization, 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF',
      });

      expect(response.status).toBe(400);
      await nothingStored();
    });

    it('without a token, without the grant and with another content type, in this order', async () => {
      const stranger = await system.user({ grants: [] });
      const post = (headers: Record<string, string>) =>
        fetch(system.ai('job/transcribe'), { method: 'POST', headers, body: '{}' });
      const json = { 'content-type': 'application/json' };

      expect((await post(json)).status).toBe(401);
      expect((await post({ ...stranger.authorization, ...json })).status).toBe(403);
      expect((await post({ ...user.authorization, ...json })).status).toBe(415);
    });

    it('where it is too large, whether its length is stated or not, before its fields are looked at', async () => {
      expect(await announce(4 * MIB)).toBe(413);
      expect(await stream(4 * MIB)).toBe(413);
      await nothingStored();
    });
  });

  it('leaves nothing of an upload that is broken off', async () => {
    await nothingStored();
    const sending = open();
    sending.write(partHead());
    sending.write(Buffer.alloc(MIB));
    await eventually(() => expect(storedFiles()).not.toEqual([]));
    sending.destroy();

    await nothingStored();
  });

  describe('with an Idempotency-Key', () => {
    it('is accepted once, and answered alike', async () => {
      const first = await submit({}, { 'idempotency-key': 'once' });
      const second = await submit({}, { 'idempotency-key': 'once' });

      expect(await second.json()).toEqual(await first.json());
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(first.headers.get('idempotency-replayed')).toBeNull();
    });

    it('is refused for another file', async () => {
      await submit({}, { 'idempotency-key': 'other' });
      const second = await submit({ file: recording(SILENCE) }, { 'idempotency-key': 'other' });

      expect(second.status).toBe(409);
    });

    it('is refused while the first is still arriving', async () => {
      await nothingStored();
      const sending = open({ 'idempotency-key': 'slow' });
      sending.write(partHead());
      sending.write(Buffer.alloc(MIB));
      await eventually(() => expect(storedFiles()).not.toEqual([]));
      const second = await submit({}, { 'idempotency-key': 'slow' });
      sending.destroy();

      expect(second.status).toBe(409);
      await eventually(async () => {
        expect((await submit({}, { 'idempotency-key': 'slow' })).status).toBe(202);
      });
    });
  });

  it('is not accepted where there is no engine: the answer says what to do, after what is wrong', async () => {
    const bare = await startSystem({ WEBHOOK_CA_FILE: receiver.caFile }, ['api']);
    try {
      const { authorization } = await bare.user();
      const request = { method: 'POST', headers: authorization, body: form(fields()) };
      const response = await fetch(bare.ai('job/transcribe'), request);

      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ message: expect.stringContaining('npm run models') });
      const faulty = form({ ...fields(), webhook_url: 'http://127.0.0.1/hook' });
      expect((await fetch(bare.ai('job/transcribe'), { ...request, body: faulty })).status).toBe(400);
    } finally {
      await bare.stop();
    }
  });

  const partHead = () =>
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n';
  const open = (headers: Record<string, string> = {}) =>
    httpRequest(system.ai('job/transcribe'), {
      method: 'POST',
      headers: { ...user.authorization, ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    }).on('error', () => undefined);

  /** Says how long the form will be, and waits for what is said to that. @returns the status */
  function announce(bytes: number): Promise<number | undefined> {
    return new Promise((answered) => {
      const sending = open({ 'content-length': String(bytes) });
      sending.on('response', (response) => answered(response.resume().statusCode));
      sending.flushHeaders();
    });
  }

  /** Sends a file of unknown length. @returns the status */
  function stream(bytes: number): Promise<number | undefined> {
    return new Promise((answered) => {
      const sending = open().on('response', (response) => answered(response.resume().statusCode));
      sending.write(partHead());
      for (let sent = 0; sent < bytes; sent += MIB) sending.write(Buffer.alloc(MIB));
      sending.end('\r\n--x--\r\n');
    });
  }
});

/** So many seconds of nothing: PCM, 16 bit, 16 kHz, mono. */
function silence(seconds: number): Buffer {
  const header = Buffer.from(SPEECH.subarray(0, SPEECH.indexOf('data') + 8));
  const samples = Buffer.alloc(seconds * 32_000);
  header.writeUInt32LE(header.length + samples.length - 8, 4);
  header.writeUInt32LE(samples.length, header.length - 4);
  return Buffer.concat([header, samples]);
}
