import OpenAI, { toFile } from 'openai';
import { SPEECH } from '../../contract/scene';
import { openAi } from './openai-client';
import { useApi } from './scene';

const NAME = 'Hans Müller';
const EMAIL = 'hans.mueller@firma.de';
const PROMPT = `Dear Mr. ${NAME}, write to ${EMAIL}.`;
const PLANTED = /müller|mueller|firma|M\\u00fcller/i;

const scene = useApi();

const open = (headers?: Record<string, string>): OpenAI => openAi(scene, headers);
const lastSent = (): string => scene.upstream.requests.at(-1)?.raw ?? '';

/** Answers embeddings with one vector per text, and records the texts. */
function embed(): string[] {
  const asked: string[] = [];
  scene.upstream.intercept = ({ path, body }, response) => {
    if (!path.endsWith('/embeddings')) return false;
    const { input } = body as unknown as { input: string[] };
    asked.push(...[input].flat());
    const data = [input].flat().map((_, index) => ({ object: 'embedding', index, embedding: [0.5, index] }));
    response.end(
      JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 3, total_tokens: 3 } }),
    );
    return true;
  };
  return asked;
}

describe('responses of the OpenAI client, with another base URL', () => {
  it('contain the real values, and the model receives no name', async () => {
    const { output_text: text, usage } = await open().responses.create({
      model: 'test-model',
      input: PROMPT,
    });
    expect(text).toBe(`You said: ${PROMPT}`);
    expect(usage?.total_tokens).toBe(34);
    expect(lastSent()).not.toMatch(PLANTED);
  });

  it('arrive event by event, each once and in order', async () => {
    scene.upstream.answer = (message) => message.match(/[^]{1,3}/g) ?? [];
    const stream = open().responses.stream({ model: 'test-model', input: PROMPT });
    let shown = '';
    let next = 0;
    for await (const event of stream) {
      expect(event.sequence_number).toBe(next++);
      if (event.type === 'response.output_text.delta') shown += event.delta;
      expect(PROMPT.startsWith(shown)).toBe(true);
    }
    expect((await stream.finalResponse()).output_text).toBe(PROMPT);
  });

  it('end with an error that the client throws if the provider breaks off', async () => {
    scene.upstream.intercept = ({ path, raw }, response) => {
      if (!path.endsWith('/chat/completions')) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: {"choices":[{"delta":{"content":${JSON.stringify(raw)}}}]}\n\n`);
      response.end();
      return true;
    };
    const read = async (): Promise<void> => {
      for await (const _ of await open().responses.create({
        model: 'test-model',
        input: 'Hi',
        stream: true,
      }));
    };
    await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' });
  });
});

describe('embeddings', () => {
  it('are computed from pseudonyms, the same for a name in every text, in the requested format', async () => {
    const asked = embed();
    const input = [PROMPT, 'Mr. Müller called.'];
    const { data } = await open().embeddings.create({ model: 'test-model', input });
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [0.5, 0],
      [0.5, 1],
    ]);
    expect(lastSent()).not.toMatch(PLANTED);
    const [, surname] = /(\[NAME_[A-Z2-7]{13}\]) called/.exec(asked[1]!) ?? [];
    expect(asked[0]).toMatch(/^Dear Mr\. \[NAME_[A-Z2-7]{13}\] \[NAME_[A-Z2-7]{13}\], write to \[EMAIL_/);
    expect(surname && asked[0]!.includes(surname)).toBe(true);
    const encoded = await open().embeddings.create({
      model: 'test-model',
      input: 'x',
      encoding_format: 'base64',
    });
    expect(encoded.data[0]!.embedding).toBe('AAAAPwAAAAA=');
  });

  it('differ between organizations, and are the same on repetition [SEC-104]', async () => {
    const asked = embed();
    const stranger = await scene.system.user();
    for (const apiKey of [scene.user.token, scene.user.token, stranger.token])
      await new OpenAI({ baseURL: scene.system.ai('openai/v1'), apiKey }).embeddings.create({
        model: 'test-model',
        input: PROMPT,
      });
    const [one, again, other] = asked;
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  it('are refused for lists of tokens, which cannot be searched for personal data', async () => {
    const tokens = { model: 'test-model', input: [1, 2, 3] };
    await expect(open().embeddings.create(tokens)).rejects.toMatchObject({ status: 400, param: 'input' });
  });
});

describe('transcriptions', () => {
  const transcribe = async (client: OpenAI, more: object = {}) =>
    client.audio.transcriptions.create({
      model: 'whisper-1',
      language: 'en',
      file: await toFile(SPEECH, 'a.wav'),
      ...more,
    } as OpenAI.Audio.TranscriptionCreateParamsNonStreaming);

  it('have the requested format, and nothing of the recording is stored', async () => {
    expect((await transcribe(open())).text).toBe('He was not an ill-disposed young man.');
    const cues = (await transcribe(open(), { response_format: 'vtt' })) as unknown as string;
    expect(cues).toMatch(/^WEBVTT\n\n00:00:0[\d.]+ --> 00:00:0[\d.]+\nHe was not/);
    const { rows } = await scene.system.db.query('SELECT FROM job_audio');
    expect(rows).toEqual([]);
  });

  it('have the times of words, in which values are hidden, too', async () => {
    scene.speech.recognize = () => [{ start: 0.2, end: 2.8, text: ` Dear Mr. ${NAME}, hello.` }];
    const client = open({ 'X-Anonymize': 'Names', 'X-Replacements': 'placeholders' });
    const units = { response_format: 'verbose_json', timestamp_granularities: ['word'] };
    const answer = (await transcribe(client, units)) as unknown as { words: { word: string }[] };

    expect(answer.words.map(({ word }) => word)).toEqual(['Dear', 'Mr.', '[NAME_1],', 'hello.']);
    expect(answer).not.toHaveProperty('segments');
  });

  it('name the speakers', async () => {
    scene.speech.recognize = () => [{ start: 0.2, end: 2.8, text: ' Hello.' }];
    const answer = await transcribe(open(), { response_format: 'diarized_json' });

    expect(answer).toMatchObject({
      task: 'transcribe',
      segments: [{ type: 'transcript.text.segment', id: 'seg_0', text: 'Hello.', speaker: 'A' }],
    });
  });

  it('hide what X-Anonymize names, in the text and in its segments', async () => {
    scene.speech.recognize = () => [{ start: 0.2, end: 2.8, text: ` Dear Mr. ${NAME}, hello.` }];
    const client = open({ 'X-Anonymize': 'Names', 'X-Replacements': 'placeholders' });
    const answer = await transcribe(client, { response_format: 'verbose_json' });
    expect(answer).toMatchObject({
      text: 'Dear Mr. [NAME_1], hello.',
      segments: [{ text: 'Dear Mr. [NAME_1], hello.' }],
    });
    expect((await transcribe(open())).text).toContain(NAME);
  });
});
