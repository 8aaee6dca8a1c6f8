import type { OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@app/common';
import type { EnginePool } from '../engines/embedded/engine-pool';
import { SHIPPED_THRESHOLDS, type VoiceThresholds } from '../models/model-manifest';
import { shippedModel } from '../speech/shipped-model';
import type { SpeechPiece, TimeSpan } from '../speech/speech-piece';
import type { Similarities } from './group-voices';
import { SpeakerFinder, type RecordedSpeakers, type SpeakerOptions } from './speaker-finder';
import { speakerTurns, type HeardTogether, type SpeakerTurn } from './speaker-turns';
import { speechRegions } from './voice-windows';
import type { HeardPiece, VoiceModels, VoiceRequest, VoiceResult } from './voices';

type VoicePool = EnginePool<VoiceModels, VoiceRequest, VoiceResult>;

/** The file of a network that computes voices, and its thresholds. */
export interface ChosenEncoder {
  file: string;
  thresholds: VoiceThresholds;
}

/** Returns the encoder that ships with the service. */
const shippedEncoder = async (): Promise<ChosenEncoder> => ({
  file: shippedModel('voice-encoder.onnx'),
  thresholds: SHIPPED_THRESHOLDS,
});

/** Tells speakers apart on this machine, in a separate process. */
export class VoiceSpeakers extends SpeakerFinder implements OnApplicationShutdown {
  constructor(
    private readonly engines: VoicePool,
    private readonly encoder: () => Promise<ChosenEncoder> = shippedEncoder,
  ) {
    super();
  }

  start(options: SpeakerOptions): RecordedSpeakers {
    let chosen: Promise<ChosenEncoder> | undefined;
    // Once for a recording, because the voices of two encoders cannot be compared.
    const encoder = () => (chosen ??= this.encoder());
    const ask = async (request: VoiceRequest) => {
      const models = { encoder: (await encoder()).file, overlap: shippedModel('speech-overlap.onnx') };
      return this.engines.use(models, (engine) => engine.work(request, options.signal));
    };
    return new VoicesOfRecording(ask, async () => (await encoder()).thresholds, options.expected);
  }

  onApplicationShutdown(): void {
    this.engines.close();
  }
}

/** The most voices of one recording: half a day of speech, in 66 MB of memory. */
const MOST_VOICES = 86_400;

/** The error for a recording with more speech than speakers can be told apart in. */
export class TooManyVoices extends AppError {
  constructor() {
    super('bad_request', 'The recording has more than 12 hours of speech, the limit with `speakers`');
  }
}

class VoicesOfRecording implements RecordedSpeakers {
  private readonly regions: TimeSpan[] = [];
  private readonly windows: TimeSpan[] = [];
  private readonly voices: Float32Array[] = [];
  private readonly together: HeardTogether[] = [];
  private size = 1;

  constructor(
    private readonly ask: (request: VoiceRequest) => Promise<VoiceResult>,
    private readonly thresholds: () => Promise<VoiceThresholds>,
    private readonly expected: number | undefined,
  ) {}

  async hear(piece: SpeechPiece): Promise<void> {
    const regions = speechRegions(piece);
    const { windows, voices, together } = await this.heard(piece.samples, regions);
    const later = ({ start, end }: TimeSpan): TimeSpan => ({
      start: start + piece.start,
      end: end + piece.start,
    });
    this.regions.push(...regions.map(later));
    this.windows.push(...windows.map(later));
    this.voices.push(voices.values);
    this.size = voices.size;
    for (const { start, frames } of together) this.together.push({ start: start + piece.start, frames });
    if (this.windows.length > MOST_VOICES) throw new TooManyVoices();
  }

  async turns(): Promise<SpeakerTurn[]> {
    if (this.windows.length === 0) return [];
    const { regions, windows, together } = this;
    return speakerTurns({ regions, windows, similarities: await this.grouped(), together });
  }

  private async heard(samples: Int16Array, regions: readonly TimeSpan[]): Promise<HeardPiece> {
    const result = await this.ask({ hear: { samples, regions } });
    if ('heard' in result) return result.heard;
    throw new Error('The process of the voices returned an unexpected reply');
  }

  private async grouped(): Promise<Similarities> {
    const { expected, size } = this;
    const voices = { values: joined(this.voices), size };
    const result = await this.ask({
      group: { voices, thresholds: await this.thresholds(), ...(expected !== undefined && { expected }) },
    });
    if ('grouped' in result) return result.grouped;
    throw new Error('The process of the voices returned an unexpected reply');
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
