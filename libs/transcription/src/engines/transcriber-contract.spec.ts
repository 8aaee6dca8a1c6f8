import { createServer, type Server, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fakeSpeechModel } from '@app/testing';
import type { SpeechPiece } from '../speech/speech-piece';
import type { Transcriber } from '../transcriber';
import { EmbeddedTranscriber } from './embedded/embedded-transcriber';
import type { EngineModel, RecognitionRequest, RecognitionResult } from './embedded/engine';
import { EnginePool } from './embedded/engine-pool';
import { InstalledModels } from '../models/installed-models';
import { OpenAiTranscriber } from './openai/openai-transcriber';

/** How the engine behind an adapter handles the next pieces. */
type Behavior = 'words' | 'nothing' | 'fails' | 'hangs';

interface Rig {
  transcriber: Transcriber;
  behave(behaviour: Behavior): void;
  close(): Promise<void> | void;
}

const piece: SpeechPiece = {
  samples: new Int16Array(32_000).fill(1000),
  start: 100,
  speech: [{ start: 0.2, end: 1.8 }],
};

describe.each<[string, () => Promise<Rig>]>([
  ['embedded', embeddedRig],
  ['openai', openAiRig],
])('The %s transcriber', (_, makeRig) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await makeRig();
  });
  afterAll(() => rig.close());

  it('lists languages', async () => {
    expect([...(await rig.transcriber.languages())]).toEqual(expect.arrayContaining(['en', 'de']));
  });

  it('recognizes the language itself', async () => {
    rig.behave('words');
    expect(await rig.transcriber.features('auto')).toMatchObject({ words: expect.any(Boolean) });
    const language = (await rig.transcriber.identify(piece.samples)) ?? 'auto';
    expect(await rig.transcriber.transcribe(piece, { language })).toHaveLength(1);
  });

  it('returns the times of words', async () => {
    rig.behave('words');
    const [segment] = await rig.transcriber.transcribe(piece, {
      language: 'de',
      timestamps: true,
      words: 'needed',
    });

    expect(segment!.words!.map(({ text }) => text.trim())).toEqual(['Guten', 'Tag.']);
    expect(segment!.words![1]!.start).toBeGreaterThan(segment!.words![0]!.start);
  });

  it('accepts pieces of some seconds', () => {
    expect(rig.transcriber.limits.longest).toBeGreaterThanOrEqual(5);
  });

  it('returns words with times relative to the start of the piece', async () => {
    rig.behave('words');
    const segments = await rig.transcriber.transcribe(piece, { language: 'de', timestamps: true });

    expect(segments.map((segment) => segment.text.trim())).toEqual(['Guten Tag.']);
    expect(segments[0]!.start).toBeGreaterThanOrEqual(0);
    expect(segments[0]!.end).toBeLessThanOrEqual(2);
  });

  it('returns no words if the engine hears none', async () => {
    rig.behave('nothing');

    expect(await rig.transcriber.transcribe(piece, { language: 'en' })).toEqual([]);
  });

  it('reports that the engine failed, and works again once the engine does', async () => {
    rig.behave('fails');
    await expect(rig.transcriber.transcribe(piece, { language: 'en' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:engine|provider)_failed$/),
    });

    rig.behave('words');
    expect(await rig.transcriber.transcribe(piece, { language: 'en' })).toHaveLength(1);
  });

  it('reports that the engine took too long', async () => {
    rig.behave('hangs');

    await expect(rig.transcriber.transcribe(piece, { language: 'en' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:engine|provider)_timeout$/),
    });
  });

  it('stops immediately when it is aborted', async () => {
    rig.behave('hangs');
    const stop = new AbortController();
    const working = rig.transcriber.transcribe(piece, { language: 'en', signal: stop.signal });
    stop.abort(new Error('no longer wanted'));

    await expect(working).rejects.toThrow('no longer wanted');
  });
});

async function embeddedRig(): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'transcriber-'));
  const orders = join(folder, 'orders');
  const program = join(folder, 'engine.cjs');
  writeFileSync(program, FAKE_ENGINE.replace('ORDERS', JSON.stringify(orders)));
  fakeSpeechModel(join(folder, 'models'), 'fake', ['en', 'de']);
  const engines = new EnginePool<EngineModel, RecognitionRequest, RecognitionResult>({
    program,
    environment: {},
    timeoutMs: 500,
  });
  const transcriber = new EmbeddedTranscriber(new InstalledModels(join(folder, 'models')), engines, 1);
  return {
    transcriber,
    behave: (behaviour) => writeFileSync(orders, behaviour),
    close: () => {
      transcriber.onApplicationShutdown();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A program with the protocol of engine.ts. */
const FAKE_ENGINE = `
  const { readFileSync } = require('node:fs');
  process.on('disconnect', () => process.exit());
  process.on('message', (message) => {
    if (message.load) return process.send({ loaded: true });
    const behaviour = readFileSync(ORDERS, 'utf8');
    if (behaviour === 'hangs') return;
    if (behaviour === 'fails') process.kill(process.pid, 'SIGSEGV');
    const said = behaviour === 'words' ? [' Guten', ' Tag', '.'] : [];
    if (!message.work.language) return process.send({ result: { language: 'de' } });
    process.send({ result: { recognition: {
      text: said.join('').trim(), tokens: said,
      timestamps: said.map((_, i) => 0.3 + i / 2), durations: said.map(() => 0.5),
    } } });
  });
`;

async function openAiRig(): Promise<Rig> {
  let behaviour: Behavior = 'words';
  const server = createServer((request, response) => {
    void text(request).then(() => answer(response, behaviour));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const settings = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'whisper-1',
    requestBytes: 1e6,
    timeoutMs: 200,
  };
  return {
    transcriber: new OpenAiTranscriber({ ...settings, firstWaitMs: 1 }),
    behave: (next) => (behaviour = next),
    close: () => stop(server),
  };
}

function answer(response: ServerResponse, behaviour: Behavior): void {
  if (behaviour === 'hangs') return;
  const said = behaviour === 'words' ? 'Guten Tag.' : '';
  const segments = said ? [{ start: 0.3, end: 1.8, text: ` ${said}` }] : [];
  response.writeHead(behaviour === 'fails' ? 500 : 200, { 'content-type': 'application/json' });
  const words = said.split(' ').map((word, i) => ({ word, start: 0.3 + i, end: 0.8 + i }));
  response.end(JSON.stringify({ text: said, segments, words }));
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
