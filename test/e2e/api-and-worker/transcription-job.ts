import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { accepted, aRecording, formOf, JobClient, type FormParts } from '../../support/jobs';
import { MARK } from '../../support/local-files';
import { conversation, samplesOf, secondsOf, startsOf, wave } from '../../support/wave';
import { useApiAndWorker } from './scene';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, '../../fixtures/speech', name));
const SPEECH = fixture('librivox-0880.wav');
const LIBRIVOX = samplesOf(fixture('librivox-0870.wav'));
const PICO = samplesOf(fixture('pico-german.wav'));
const SILENCE = wave(new Int16Array(4 * 16_000));
const MIB = 1024 * 1024;

const scene = useApiAndWorker();

describe('a transcription job', () => {
  let jobs: JobClient;
  /** Files that existed before the test; they are ignored. */
  let before: Set<string>;

  beforeAll(() => {
    jobs = new JobClient(scene.api, scene.receiver);
    before = new Set(files());
  });
  beforeEach(() => {
    scene.speech.requests.length = 0;
    scene.speech.recognize = () => [{ start: 0.2, end: 2.8, text: ' He was not an ill-disposed young man.' }];
  });

  const fields = (): FormParts => ({
    file: aRecording(SPEECH),
    lang: 'en',
    webhook_url: jobs.webhookUrl,
  });
  const submit = (changes: FormParts = {}, headers: Record<string, string> = {}) =>
    jobs.transcribe(SPEECH, changes, headers);
  const submitted = (changes: FormParts = {}): Promise<string> => accepted(submit(changes));
  const delivered = async (jobId: string): Promise<Record<string, unknown>> =>
    (await jobs.delivered(jobId))[0].body;
  const files = (): string[] =>
    readdirSync(scene.system.dataDir, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          entry.name !== MARK &&
          /blobs(?!.(?:tombstones|batch-files))/.test(entry.parentPath),
      )
      .map(({ parentPath, name }) => join(parentPath, name));
  const storedFiles = (): string[] => files().filter((name) => !before.has(name));
  const nothingStored = () => eventually(() => expect(storedFiles()).toEqual([]));

  it('answers as the interface specifies and delivers only the transcript', async () => {
    const response = await submit();
    const acceptance = response.body;

    expect(response.status).toBe(202);
    expect(acceptance).toEqual({ status: 'accepted', job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(response.headers.get('x-job-id')).toBe(acceptance.job_id);
    expect(await delivered(acceptance.job_id)).toEqual({
      job_id: acceptance.job_id,
      status: 'completed',
      transcript: 'He was not an ill-disposed young man.',
    });
    await nothingStored();
  });

  it('accepts its parts in any order and passes the language on', async () => {
    const { file, ...rest } = fields();
    const form = formOf({ file, ...rest, lang: 'deu' });

    await delivered(await accepted(jobs.api.post('job/transcribe', form)));
    expect(scene.speech.requests).toMatchObject([{ language: 'de' }]);
  });

  it('adds timestamps of segments if requested', async () => {
    const body = await delivered(await submitted({ timestamps: 'true' }));

    expect(body.segments).toEqual([
      { start: expect.any(Number), end: expect.any(Number), text: 'He was not an ill-disposed young man.' },
    ]);
  });

  it('hides the requested kinds, also in values that span two segments', async () => {
    scene.speech.recognize = () => [
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

  it('adds the times of words if requested, and hides those that a value spans as one', async () => {
    scene.speech.recognize = () => [
      { start: 0, end: 2, text: ' My name is Wilhelmine Brandstetter, hello.' },
    ];
    const body = await delivered(await submitted({ words: 'true', choices: 'Names' }));

    expect(scene.speech.requests[0]!.granularities).toContain('word');
    const [segment] = body.segments as { text: string; words: { text: string; start: number }[] }[];
    expect(segment!.text).toBe('My name is [NAME_1], hello.');
    expect(segment!.words.map(({ text }) => text)).toEqual(['My', 'name', 'is', '[NAME_1],', 'hello.']);
    expect(segment!.words[4]!.start).toBeGreaterThan(segment!.words[3]!.start);
  });

  describe('with a muted recording', () => {
    // The muted recordings are stored as long as the results.
    afterAll(() => {
      for (const name of storedFiles()) before.add(name);
    });

    /** The value is in the middle of three seconds of sound. */
    const said = { start: 0, end: 2.99, text: ' My name is Wilhelmine Brandstetter, hello there.' };
    const bleeped = async (changes: FormParts = {}): Promise<Int16Array> => {
      const body = await delivered(await submitted({ bleep: 'true', choices: 'Names', ...changes }));
      const response = await fetch(body.file_url as string);

      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      return samplesOf(Buffer.from(await response.arrayBuffer()));
    };
    /** Whether all is silent between two times. */
    const isSilent = (samples: Int16Array, from: number, to: number) =>
      samples.subarray(from * 16_000, to * 16_000).every((sample) => sample === 0);

    it('mutes the words of values, and nothing else', async () => {
      scene.speech.recognize = ({ granularities }) => (granularities.length > 0 ? [said] : []);
      const samples = await bleeped();

      expect(samples).toHaveLength(samplesOf(SPEECH).length);
      // The fourth and fifth of seven words, by their equal times.
      expect(isSilent(samples, 1.35, 2.05)).toBe(true);
      expect(isSilent(samples, 0.3, 1.1)).toBe(false);
      expect(isSilent(samples, 2.3, 2.8)).toBe(false);
    });

    it('mutes the whole segment if the value is still heard', async () => {
      scene.speech.recognize = ({ granularities }) =>
        granularities.length > 0 ? [said] : [{ ...said, text: ' Brandstetter.' }];

      expect(isSilent(await bleeped(), 0, 2.95)).toBe(true);
    });

    it('is the whole recording if nothing is hidden', async () => {
      const samples = await bleeped();

      expect(Buffer.from(samples.buffer).equals(Buffer.from(samplesOf(SPEECH).buffer))).toBe(true);
    });
  });

  it.each([
    ['srt', /^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\nHe was not an ill-disposed young man\.\n$/],
    ['vtt', /^WEBVTT\n\n00:00:\d\d\.\d{3} --> 00:00:\d\d\.\d{3}\nHe was not an ill-disposed young man\.\n$/],
  ])('delivers a subtitle file as the transcript (%s)', async (format, expected) => {
    const body = await delivered(await submitted({ format }));

    expect(body).not.toHaveProperty('segments');
    expect(body.transcript).toMatch(expected);
  });

  it('delivers segments and the duration as JSON', async () => {
    const body = await delivered(await submitted({ format: 'json' }));

    expect(body).toMatchObject({
      transcript: 'He was not an ill-disposed young man.',
      segments: [{ text: 'He was not an ill-disposed young man.' }],
      language: 'en',
      duration: 2.99,
    });
  });

  it('leaves the language to the server, and hides values in the one that the text resembles', async () => {
    scene.speech.recognize = () => [{ start: 0, end: 2, text: ' Guten Tag, mein Name ist Hans Müller.' }];
    const body = await delivered(await submitted({ lang: 'auto', choices: 'Names' }));

    expect(scene.speech.requests[0]!.language).toBe('null');
    expect(body.transcript).toBe('Guten Tag, mein Name ist [NAME_1].');
  });

  it('sends the vocabulary to the server', async () => {
    await delivered(await submitted({ vocabulary: 'Kubernetes, Grafana' }));

    expect(scene.speech.requests[0]!.prompt).toBe('Kubernetes, Grafana');
  });

  describe('with several speakers', () => {
    /** Three turns of two speakers, half a second apart. */
    const turns = [LIBRIVOX, PICO, LIBRIVOX];
    const starts = startsOf(turns);
    const silent = (turn: Int16Array) => new Int16Array(turn.length);
    const spoken = () =>
      turns.map((turn, i) => ({ start: starts[i]!, end: starts[i]! + secondsOf(turn), text: ` Turn ${i}.` }));
    const speakersOf = (body: Record<string, unknown>) =>
      (body.segments as { speaker?: string }[]).map(({ speaker }) => speaker);

    it.each(['true', '2'])('names the speaker of each segment (speakers=%s)', async (speakers) => {
      scene.speech.recognize = spoken;
      const file = aRecording(wave(conversation(turns)));
      const body = await delivered(await submitted({ file, speakers }));

      expect(speakersOf(body)).toEqual(['S1', 'S2', 'S1']);
      expect(body.transcript).toBe('Turn 0. Turn 1. Turn 2.');
    });

    it('delivers the names that speakers say of themselves, hidden like all names', async () => {
      const [first, second, third] = spoken();
      scene.speech.recognize = () => [
        { ...first!, text: ' Hello, my name is Wilhelmine Brandstetter.' },
        { ...second!, text: ' Good morning, Ms. Brandstetter.' },
        third!,
      ];
      const file = aRecording(wave(conversation(turns)));
      const asked = { file, speakers: '2', speaker_names: 'true' };

      expect(await delivered(await submitted(asked))).toMatchObject({
        speaker_names: { S1: 'Wilhelmine Brandstetter' },
      });
      expect(await delivered(await submitted({ ...asked, choices: 'Names', format: 'srt' }))).toMatchObject({
        speaker_names: { S1: '[NAME_1]' },
        transcript: expect.stringContaining('\n[NAME_1]: Hello, my name is [NAME_1].\n'),
      });
    });

    it('takes each of two channels for one speaker', async () => {
      scene.speech.recognize = spoken;
      const left = conversation([LIBRIVOX, silent(PICO), silent(LIBRIVOX)]);
      const right = conversation([silent(LIBRIVOX), PICO, LIBRIVOX]);
      const file = aRecording(wave(interleaved(left, right), 2));

      expect(speakersOf(await delivered(await submitted({ file, channels: 'split' })))).toEqual([
        'S1',
        'S2',
        'S2',
      ]);
    });

    it('fails if two channels are asked for and there is only one', async () => {
      const body = await delivered(await submitted({ channels: 'split' }));

      expect(body).toMatchObject({
        status: 'failed',
        error: 'The recording does not have two different channels',
      });
    });

    it('does not add segments unless they are requested', async () => {
      expect(await delivered(await submitted({ speakers: 'false' }))).not.toHaveProperty('segments');
    });
  });

  it('detects silence without calling the speech server', async () => {
    const body = await delivered(await submitted({ file: aRecording(SILENCE) }));

    expect(body).toMatchObject({ status: 'completed', transcript: '' });
    expect(scene.speech.requests).toEqual([]);
  });

  it('fails if the speech produces no words', async () => {
    scene.speech.recognize = () => [];
    const body = await delivered(await submitted());

    expect(body).toMatchObject({ status: 'failed', error: expect.stringContaining('no words') });
  });

  it('fails if the file is not audio, and names the reason', async () => {
    const jobId = await submitted({ file: aRecording(Buffer.from('this is no sound'.repeat(100)), 'a.mp3') });

    expect(await delivered(jobId)).toEqual({
      job_id: jobId,
      status: 'failed',
      error: 'Unsupported audio format',
    });
    await nothingStored();
  });

  it('releases its slot at once when it is cancelled while it runs, and leaves no data', async () => {
    scene.speech.recognize = () => 'never';
    const jobId = await submitted();
    await eventually(() => expect(scene.speech.requests).toHaveLength(1));
    expect((await jobs.api.delete(`job/${jobId}`)).status).toBe(200);
    scene.speech.recognize = () => [{ start: 0, end: 2, text: ' The next one.' }];
    const next = await submitted();

    expect(await delivered(jobId)).toMatchObject({ status: 'failed', error: 'Cancelled' });
    // The only slot. Without the release its lease would expire in an hour.
    expect(await delivered(next)).toMatchObject({ status: 'completed', transcript: 'The next one.' });
    await nothingStored();
  });

  it('reports its progress', async () => {
    const jobId = await submitted();
    await delivered(jobId);

    expect(await jobs.report(jobId)).toMatchObject({
      type: 'transcription',
      status: 'completed',
      progress: 1,
    });
  });

  describe('is refused', () => {
    it.each<[string, FormParts, string]>([
      ['without a file', { file: undefined }, 'file'],
      ['with an empty file', { file: new File([], 'a.wav') }, 'file'],
      ['with a file of another name', { file: new File(['x'], 'a.txt') }, 'file'],
      ['without a language', { lang: undefined }, 'lang'],
      ['in a language that the engine does not know', { lang: 'tlh' }, 'lang'],
      ['without a webhook', { webhook_url: undefined }, 'webhook_url'],
      ['with a webhook that is not https', { webhook_url: 'http://127.0.0.1/hook' }, 'webhook_url'],
      ['with no choice among its choices', { choices: '' }, 'choices'],
      ['with an unknown choice', { choices: 'Names,Shoes' }, 'choices'],
      ['in a language in which names cannot be hidden', { lang: 'sv', choices: 'Names' }, 'lang'],
      ['with speakers that are no number', { speakers: 'many' }, 'speakers'],
      ['with more speakers than can be told apart', { speakers: '11' }, 'speakers'],
      ['with names of speakers who are not told apart', { speaker_names: 'true' }, 'speaker_names'],
      [
        'with names that are neither true nor false',
        { speakers: 'true', speaker_names: '2' },
        'speaker_names',
      ],
      [
        'with names of speakers in a language in which none are found',
        { lang: 'sv', speakers: 'true', speaker_names: 'true' },
        'lang',
      ],
      ['with channels that cannot be split so', { channels: 'left' }, 'channels'],
      ['with more speakers than channels', { channels: 'split', speakers: '3' }, 'speakers'],
      ['with an unknown format', { format: 'pdf' }, 'format'],
      ['with words that are neither true nor false', { words: 'maybe' }, 'words'],
      [
        'with a vocabulary that contains what is hidden',
        { choices: 'Emails', vocabulary: 'Ann, ann@firma.example' },
        'vocabulary',
      ],
      ['with an empty vocabulary', { vocabulary: '' }, 'vocabulary'],
      ['with a muted recording in which nothing is hidden', { bleep: 'true' }, 'bleep'],
      ['with timestamps that are neither true nor false', { timestamps: 'maybe' }, 'timestamps'],
    ])('%s', async (_, changes, field) => {
      const response = await submit(changes);

      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        success: false,
        response_code: 400,
        errors: [{ field }],
      });
      await nothingStored();
    });

    it('with two files', async () => {
      const body = formOf(fields());
      body.append('file', aRecording(SPEECH));
      const response = await jobs.api.post('job/transcribe', body);

      expect(response.status).toBe(400);
      await nothingStored();
    });

    it('if the form is cut off', async () => {
      const response = await jobs.api.post(
        'job/transcribe',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF',
        { 'content-type': 'multipart/form-data; boundary=x' },
      );

      expect(response.status).toBe(400);
      await nothingStored();
    });

    it('without a token, without the grant and with another content type, in this order', async () => {
      const stranger = await scene.system.user({ grants: [] });
      const post = async (by?: TestUser): Promise<number> =>
        (await new ApiClient(scene.system, by).post('job/transcribe', {})).status;

      expect(await post()).toBe(401);
      expect(await post(stranger)).toBe(403);
      expect(await post(scene.user)).toBe(415);
    });

    it('if it is too large, with or without a Content-Length, before its fields are checked', async () => {
      expect(await announce(4 * MIB)).toBe(413);
      expect(await stream(4 * MIB)).toBe(413);
      await nothingStored();
    });
  });

  it('leaves nothing of an interrupted upload', async () => {
    await nothingStored();
    const sending = open();
    sending.write(partHead());
    sending.write(Buffer.alloc(MIB));
    await eventually(() => expect(storedFiles()).not.toEqual([]));
    sending.destroy();

    await nothingStored();
  });

  describe('with an Idempotency-Key', () => {
    it('is accepted once, and a repetition gets the same answer', async () => {
      const first = await submit({}, { 'idempotency-key': 'once' });
      const second = await submit({}, { 'idempotency-key': 'once' });

      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(first.headers.get('idempotency-replayed')).toBeNull();
    });

    it('is refused for a different file', async () => {
      await submit({}, { 'idempotency-key': 'other' });
      const second = await submit({ file: aRecording(SILENCE) }, { 'idempotency-key': 'other' });

      expect(second.status).toBe(409);
    });

    it('is refused while the first request is still arriving', async () => {
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

  const partHead = () =>
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n';
  const open = (headers: Record<string, string> = {}) =>
    httpRequest(scene.system.ai('job/transcribe'), {
      method: 'POST',
      headers: { ...scene.user.authorization, ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    }).on('error', () => undefined);

  /** Announces the length of the form and waits for the answer. @returns the status */
  function announce(bytes: number): Promise<number | undefined> {
    return new Promise((answered) => {
      const sending = open({ 'content-length': String(bytes) });
      sending.on('response', (response) => answered(response.resume().statusCode));
      sending.flushHeaders();
    });
  }

  /** Sends a file without a Content-Length. @returns the status */
  function stream(bytes: number): Promise<number | undefined> {
    return new Promise((answered) => {
      const sending = open().on('response', (response) => answered(response.resume().statusCode));
      sending.write(partHead());
      for (let sent = 0; sent < bytes; sent += MIB) sending.write(Buffer.alloc(MIB));
      sending.end('\r\n--x--\r\n');
    });
  }
});

const interleaved = (left: Int16Array, right: Int16Array): Int16Array =>
  Int16Array.from({ length: left.length * 2 }, (_, i) => (i % 2 === 0 ? left : right)[i >> 1]!);
