import { type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@app/common';
import { InstalledModels, type InstalledModel } from '../../models/installed-models';
import type { SpeechPiece } from '../../speech/speech-piece';
import {
  AUTO_LANGUAGE,
  Transcriber,
  type RecognitionOptions,
  type Segment,
  type SpeechFeatures,
} from '../../transcriber';
import type { Engine, EngineModel, Recognition, RecognitionRequest, RecognitionResult } from './engine';
import { EnginePool } from './engine-pool';
import { hearAll } from './hear-all';
import { sentences, sentencesWithWords } from './read-recognition';

/** Speech recognition on this machine, in separate processes, with the models in `MODELS_DIR`. */
export class EmbeddedTranscriber extends Transcriber implements OnApplicationShutdown {
  /** Whisper processes 30 seconds at a time, and silently drops the rest. */
  readonly limits = { longest: 28, pause: 2 };

  constructor(
    private readonly models: InstalledModels,
    private readonly engines: EnginePool<EngineModel, RecognitionRequest, RecognitionResult>,
    private readonly threads: number,
  ) {
    super();
  }

  async languages(): Promise<ReadonlySet<string>> {
    return new Set((await this.models.usable()).flatMap(({ languages }) => languages));
  }

  async features(language: string): Promise<SpeechFeatures> {
    const models =
      language === AUTO_LANGUAGE ? await this.identifying() : [await this.models.forLanguage(language)];
    return { words: models.every(({ alignment }) => alignment), vocabulary: false };
  }

  async identify(samples: Int16Array, signal?: AbortSignal): Promise<string> {
    const [smallest] = await this.identifying();
    const result = await this.use(smallest!, (engine) => engine.work({ samples }, signal));
    if ('recognition' in result) throw unexpected();
    const { language } = result;
    if ((await this.languages()).has(language)) return language;
    throw new AppError(
      'not_supported',
      'The language of the recording is not one that the speech engine supports',
    );
  }

  async transcribe(piece: SpeechPiece, { language, words, signal }: RecognitionOptions): Promise<Segment[]> {
    const parts = await this.use(await this.models.forLanguage(language), (engine) =>
      hearAll(piece, async (samples): Promise<Recognition> => {
        const result = await engine.work({ samples, language }, signal);
        if ('recognition' in result) return result.recognition;
        throw unexpected();
      }),
    );
    return words ? sentencesWithWords(parts, language) : sentences(parts);
  }

  onApplicationShutdown(): void {
    this.engines.close();
  }
  /** Returns the models that recognize languages, the smallest first. */
  private async identifying(): Promise<InstalledModel[]> {
    const able = (await this.models.usable()).filter(({ languages }) => languages.length > 1);
    if (able.length > 0) return able.sort((a, b) => a.bytes - b.bytes);
    throw new AppError('not_supported', 'No installed speech model recognizes languages: name the language');
  }

  private use<T>(
    { files, alignment }: InstalledModel,
    work: (engine: Engine<EngineModel, RecognitionRequest, RecognitionResult>) => Promise<T>,
  ): Promise<T> {
    return this.engines.use({ ...files, alignment, threads: this.threads }, work);
  }
}

const unexpected = () => new Error('The speech engine returned an unexpected reply');
