import { type OnApplicationShutdown } from '@nestjs/common';
import { InstalledModels } from '../../models/installed-models';
import type { SpeechPiece } from '../../speech/speech-piece';
import { Transcriber, type RecognitionOptions, type Segment } from '../../transcriber';
import type { EngineModel, Recognition, RecognitionRequest } from './engine';
import { EnginePool } from './engine-pool';
import { hearAll } from './hear-all';
import { sentences, sentencesWithWords } from './read-recognition';

/** Speech recognition on this machine, in separate processes, with the models in `MODELS_DIR`. */
export class EmbeddedTranscriber extends Transcriber implements OnApplicationShutdown {
  /** Whisper processes 30 seconds at a time, and silently drops the rest. */
  readonly limits = { longest: 28, pause: 2 };

  constructor(
    private readonly models: InstalledModels,
    private readonly engines: EnginePool<EngineModel, RecognitionRequest, Recognition>,
    private readonly threads: number,
  ) {
    super();
  }

  async languages(): Promise<ReadonlySet<string>> {
    return new Set((await this.models.usable()).flatMap(({ languages }) => languages));
  }

  async transcribe(piece: SpeechPiece, { language, words, signal }: RecognitionOptions): Promise<Segment[]> {
    const { files, alignment } = await this.models.forLanguage(language);
    const parts = await this.engines.use({ ...files, alignment, threads: this.threads }, (engine) =>
      hearAll(piece, (samples) => engine.work({ samples, language }, signal)),
    );
    return words ? sentencesWithWords(parts, language) : sentences(parts);
  }

  onApplicationShutdown(): void {
    this.engines.close();
  }
}
