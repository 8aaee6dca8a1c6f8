import { startSpeechServer, type SpeechServer } from '@app/testing';
import type { SpeechPiece } from '../../speech/speech-piece';
import { OpenAiTranscriber, type OpenAiSettings } from './openai-transcriber';

const KIB = 1024;

describe('OpenAiTranscriber', () => {
  let speech: SpeechServer;
  beforeAll(async () => {
    speech = await startSpeechServer();
  });
  beforeEach(() => {
    speech.requests.length = 0;
    speech.recognize = () => [{ start: 0.2, end: 0.8, text: ' Guten Tag.' }];
  });
  afterAll(() => speech.stop());

  const transcriber = (changes: Partial<OpenAiSettings> = {}) =>
    new OpenAiTranscriber({
      baseUrl: speech.baseUrl,
      model: 'whisper-1',
      requestBytes: 100 * KIB,
      timeoutMs: 5_000,
      firstWaitMs: 1,
      ...changes,
    });
  const piece = (seconds: number): SpeechPiece => ({
    samples: new Int16Array(Math.floor(seconds * 16_000)).fill(500),
    start: 0,
    speech: [{ start: 0, end: seconds }],
  });
  /** Returns the given refusals one after the other, and then a transcript. */
  const refuse = (...refusals: { status: number; headers?: Record<string, string>; body?: string }[]) => {
    const { recognize } = speech;
    speech.recognize = (request) => refusals.shift() ?? recognize(request);
  };

  it('sends a WAV file with model, language and key', async () => {
    await transcriber({ apiKey: 'sk-test' }).transcribe(piece(1), { language: 'de' });
    const [request] = speech.requests;

    expect(request).toMatchObject({ model: 'whisper-1', language: 'de', authorization: 'Bearer sk-test' });
    expect(request!.file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(request!.file.readUInt32LE(24)).toBe(16_000);
    expect(request!.file.length).toBe(44 + 32_000);
  });

  it('sends no key if none is set', async () => {
    await transcriber().transcribe(piece(1), { language: 'de' });

    expect(speech.requests[0]!.authorization).toBeUndefined();
  });

  it('requests segments only if times are wanted', async () => {
    await transcriber().transcribe(piece(1), { language: 'de' });
    await transcriber().transcribe(piece(1), { language: 'de', timestamps: true });

    expect(speech.requests.map(({ responseFormat }) => responseFormat)).toEqual(['json', 'verbose_json']);
  });

  it('requests speakers only of a model that tells them apart, and passes them on', async () => {
    speech.recognize = () => [{ start: 0.2, end: 0.8, text: ' Guten Tag.', speaker: 'A' }];
    const asked = { language: 'de', timestamps: true, speakers: true };
    await transcriber().transcribe(piece(1), asked);
    const heard = await transcriber({ model: 'gpt-4o-transcribe-diarize' }).transcribe(piece(1), asked);

    expect(speech.requests.map(({ responseFormat }) => responseFormat)).toEqual([
      'verbose_json',
      'diarized_json',
    ]);
    expect(heard).toMatchObject([{ speaker: 'A' }]);
  });

  it.each([100 * KIB, 1024 * KIB])('never sends more than %d bytes', async (requestBytes) => {
    const limited = transcriber({ requestBytes });
    await limited.transcribe(piece(limited.limits.longest), { language: 'de' });

    expect(speech.requests[0]!.bytes).toBeLessThanOrEqual(requestBytes);
    expect(speech.requests[0]!.bytes).toBeGreaterThan(requestBytes * 0.9);
  });

  it.each([429, 500, 503])('retries after %d', async (status) => {
    refuse({ status }, { status });

    expect(await transcriber().transcribe(piece(1), { language: 'de' })).toHaveLength(1);
    expect(speech.requests).toHaveLength(3);
  });

  it('waits for the requested time', async () => {
    refuse({ status: 429, headers: { 'retry-after': '0' } });
    // Its own first wait would outlast the test.
    const patient = transcriber({ firstWaitMs: 3_600_000 });

    expect(await patient.transcribe(piece(1), { language: 'de' })).toHaveLength(1);
  });

  it('does not retry a permanent refusal, and does not quote it', async () => {
    refuse({ status: 400, body: 'My name is Hans Müller is no audio' });
    const refused = transcriber().transcribe(piece(1), { language: 'de' });

    await expect(refused).rejects.toMatchObject({
      code: 'provider_rejected',
      message: 'The transcription server refused a request with status 400',
    });
    expect(speech.requests).toHaveLength(1);
  });

  it('does not accept an HTML page as a transcript', async () => {
    refuse({ status: 200, body: '<html>Welcome</html>' });

    await expect(transcriber().transcribe(piece(1), { language: 'de' })).rejects.toMatchObject({
      message: expect.stringContaining('other than a transcript'),
    });
  });
});
