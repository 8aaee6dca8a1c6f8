import { baseOf } from '@app/common';
import { join } from 'node:path';
import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { environment } from './environment';
import { parseSettings } from './parse-settings';
import { isExample, refuseWeak } from './weak-secrets';
import { duration, integer, size, url } from './setting-types';
import { TELEMETRY_OFF } from './telemetry-off';

/** Speech recognition: local models or a server, and its concurrency. */
export const transcriptionConfig = registerAs('transcription', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    DATA_DIR: z.string().default('.data'),
    MODELS_DIR: z.string().optional(),
    MAX_AUDIO_BYTES: size('500MiB'),
    TRANSCRIPTION_BASE_URL: url('http', 'https').optional(),
    TRANSCRIPTION_API_KEY: z.string().optional(),
    TRANSCRIPTION_MODEL: z.string().optional(),
    SPEAKER_MODEL: z.string().optional(),
    TRANSCRIPTION_LANGUAGE: z
      .string()
      .regex(/^(?:[a-z]{2,3}|auto)$/, 'must be an ISO 639 code, such as de, or auto')
      .optional(),
    TRANSCRIPTION_REQUEST_BYTES: size('24MiB'),
    TRANSCRIPTION_TIMEOUT: duration('5m'),
    TRANSCRIPTION_CONCURRENCY: integer(1, 1, 100),
    TRANSCRIPTION_THREADS: integer(1, 1, 256),
    FFMPEG_PATH: z.string().default('ffmpeg'),
  });
  refuseWeak(
    env.NODE_ENV,
    'TRANSCRIPTION_API_KEY',
    isExample(env.TRANSCRIPTION_API_KEY),
    'the key that the server issued',
  );
  return {
    modelsDir: env.MODELS_DIR ?? join(env.DATA_DIR, 'models'),
    maxAudioBytes: env.MAX_AUDIO_BYTES,
    /** An OpenAI-compatible server. If absent, the models in `modelsDir` are used. */
    baseUrl: env.TRANSCRIPTION_BASE_URL && baseOf(env.TRANSCRIPTION_BASE_URL),
    apiKey: env.TRANSCRIPTION_API_KEY,
    model: env.TRANSCRIPTION_MODEL,
    /** The installed voice encoder. If absent, the one that ships with the service. */
    speakerModel: env.SPEAKER_MODEL,
    /** The spoken language if an OpenAI client does not name it: a code, or `auto`. */
    language: env.TRANSCRIPTION_LANGUAGE,
    /** The largest request that the server accepts. Longer audio is sent in pieces. */
    requestBytes: env.TRANSCRIPTION_REQUEST_BYTES,
    /** The timeout for one piece of audio. */
    timeoutMs: env.TRANSCRIPTION_TIMEOUT,
    /** The number of jobs that one worker runs at the same time, each with a separate engine. */
    concurrency: env.TRANSCRIPTION_CONCURRENCY,
    /** The threads of each embedded engine. */
    threads: env.TRANSCRIPTION_THREADS,
    ffmpegPath: env.FFMPEG_PATH,
    /** The whole environment of the decoder and the engine, which read untrusted bytes. It contains no keys. */
    childEnvironment: { PATH: environment().PATH ?? '/usr/bin:/bin', ...TELEMETRY_OFF },
  };
});
export type TranscriptionConfig = ConfigType<typeof transcriptionConfig>;
