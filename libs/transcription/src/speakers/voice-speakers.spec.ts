import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnginePool } from '../engines/embedded/engine-pool';
import { ImportVoiceEncoder } from '../models/import-model';
import { InstalledModels } from '../models/installed-models';
import { shippedModel } from '../speech/shipped-model';
import { SHIPPED_THRESHOLDS } from '../models/model-manifest';
import type { VoiceModels, VoiceRequest, VoiceResult } from './voices';
import { VoiceSpeakers, type ChosenEncoder } from './voice-speakers';

/** A process that notes its messages, and hears one voice in each piece. */
const PROGRAM = `
const { appendFileSync } = require('node:fs');
process.on('message', ({ load, work }) => {
  const noted = load ?? work.group?.thresholds;
  if (noted) appendFileSync(process.env.NOTES, JSON.stringify(noted) + '\\n');
  const windows = [{ start: 0, end: 2 }];
  const heard = { windows, voices: { values: Float32Array.of(1), size: 1 }, together: [] };
  if (load) process.send({ loaded: true });
  else process.send({ result: work.hear ? { heard } : { grouped: { speakers: 1, values: Float32Array.of(1) } } });
});`;

describe('the speakers of a recording', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'voice-speakers-'));
    writeFileSync(join(folder, 'voices.js'), PROGRAM);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Returns the models that the process loaded and the thresholds by which it grouped the voices. */
  async function notes(encoder?: () => Promise<ChosenEncoder>): Promise<unknown[]> {
    const environment = { NOTES: join(folder, 'notes') };
    const engines = new EnginePool<VoiceModels, VoiceRequest, VoiceResult>({
      program: join(folder, 'voices.js'),
      environment,
      timeoutMs: 30_000,
    });
    const speakers = new VoiceSpeakers(engines, encoder);
    const recorded = speakers.start({});
    const samples = new Int16Array(32_000);
    await recorded.hear({ samples, start: 0, speech: [{ start: 0, end: 2 }] });
    await recorded.turns();
    speakers.onApplicationShutdown();
    return readFileSync(environment.NOTES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it('are told apart by the encoder that ships with the service', async () => {
    expect(await notes()).toEqual([
      expect.objectContaining({ encoder: shippedModel('voice-encoder.onnx') }),
      SHIPPED_THRESHOLDS,
    ]);
  });

  it('are told apart by an installed encoder, with its own thresholds', async () => {
    const models = join(folder, 'models');
    const thresholds = { sameSpeaker: 0.7, leastLink: 0.3 };
    const encoder = shippedModel('voice-encoder.onnx');
    await new ImportVoiceEncoder(models).execute({ name: 'mine', encoder, thresholds });

    expect(await notes(() => new InstalledModels(models).voiceEncoder('mine'))).toEqual([
      expect.objectContaining({ encoder: join(models, 'mine', 'voice-encoder.onnx') }),
      thresholds,
    ]);
  });
});
