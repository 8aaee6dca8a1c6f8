import { z } from 'zod';
import { AppError } from '@app/common';
import { ProviderClient, refusalOf, type ServerSettings } from '@app/openai-client';
import { SAMPLE_RATE } from '../../audio/audio-source';
import { WAVE_HEADER_BYTES, waveHeader } from '../../audio/wave-header';
import { WHISPER_LANGUAGES } from '../../speech-languages';
import type { SpeechPiece } from '../../speech/speech-piece';
import {
  AUTO_LANGUAGE,
  Transcriber,
  type RecognitionOptions,
  type Segment,
  type SpeechFeatures,
} from '../../transcriber';
import { withWords } from './with-words';
import { Passing, retry } from './retry';

export interface OpenAiSettings extends Pick<ServerSettings, 'onOutcome'> {
  baseUrl: string;
  apiKey?: string;
  model: string;
  /** The largest request body that the server accepts. */
  requestBytes: number;
  timeoutMs: number;
  /** The wait before the second attempt. It doubles for each further one. */
  firstWaitMs: number;
}

/** The size of the fields and boundaries around the sound. */
const FORM_BYTES = 4096;
const MOST_SECONDS = 600;
const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.string().min(1).optional(),
});
const word = z.object({ start: z.number(), end: z.number(), word: z.string() });
const answer = z.object({
  text: z.string(),
  segments: z.array(segment).optional(),
  words: z.array(word).optional(),
});

/** Calls any server with OpenAI's `/audio/transcriptions`: OpenAI, speaches, vLLM, whisper.cpp's server. */
export class OpenAiTranscriber extends Transcriber {
  readonly limits;
  private readonly server: ProviderClient;

  constructor(private readonly settings: OpenAiSettings) {
    super();
    const { baseUrl, apiKey, timeoutMs, onOutcome } = settings;
    this.server = new ProviderClient({
      name: 'The transcription server',
      baseUrl,
      apiKey,
      timeoutMs,
      chunkTimeoutMs: timeoutMs,
      ...(onOutcome && { onOutcome }),
    });
    const room = (settings.requestBytes - FORM_BYTES - WAVE_HEADER_BYTES) / (2 * SAMPLE_RATE);
    this.limits = { longest: Math.min(room, MOST_SECONDS), pause: 10 };
  }

  async languages(): Promise<ReadonlySet<string>> {
    return new Set(WHISPER_LANGUAGES);
  }

  async features(): Promise<SpeechFeatures> {
    const { model } = this.settings;
    return { words: !tellsSpeakersApart(model), vocabulary: !tellsSpeakersApart(model) };
  }

  async identify(): Promise<undefined> {
    return undefined;
  }

  async transcribe(piece: SpeechPiece, options: RecognitionOptions): Promise<Segment[]> {
    const { text, segments, words } = await retry(() => this.ask(piece, options), {
      firstWaitMs: this.settings.firstWaitMs,
      signal: options.signal,
    });
    if (segments && segments.length > 0) return words ? withWords(segments, words) : segments;
    const end = piece.samples.length / SAMPLE_RATE;
    return text.trim() ? [{ start: 0, end, text }] : [];
  }

  private async ask(piece: SpeechPiece, options: RecognitionOptions): Promise<z.infer<typeof answer>> {
    const { model, timeoutMs } = this.settings;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const path = '/audio/transcriptions';
    const heard = await this.server
      .json({ path, form: await encoded(form(model, piece, options)), signal })
      .catch((error: unknown) => {
        throw explained(error, timeout.aborted);
      });
    const parsed = answer.safeParse(heard);
    if (parsed.success) return parsed.data;
    throw new AppError('provider_failed', NO_TRANSCRIPT);
  }
}

const TOO_LONG = 'The transcription server took too long';
const NO_TRANSCRIPT = 'The transcription server returned something other than a transcript';

/** OpenAI's name for such models, the only ones that accept `diarized_json`. */
const tellsSpeakersApart = (model: string): boolean => /diarize/i.test(model);

function form(
  model: string,
  { samples }: SpeechPiece,
  { language, timestamps, words, vocabulary, speakers }: RecognitionOptions,
): FormData {
  const body = new FormData();
  body.set('file', new Blob([waveFile(samples)], { type: 'audio/wav' }), 'audio.wav');
  body.set('model', model);
  if (language !== AUTO_LANGUAGE) body.set('language', language);
  if (vocabulary !== undefined) body.set('prompt', vocabulary);
  if (speakers && tellsSpeakersApart(model)) {
    body.set('response_format', 'diarized_json');
    // Required for more than 30 seconds.
    body.set('chunking_strategy', 'auto');
  } else body.set('response_format', timestamps ? 'verbose_json' : 'json');
  if (words === 'needed')
    for (const unit of ['segment', 'word']) body.append('timestamp_granularities[]', unit);
  return body;
}

/** Encodes a form as bytes with their content type. */
async function encoded(form: FormData): Promise<{ bytes: Buffer; type: string }> {
  const whole = new Response(form);
  return { bytes: Buffer.from(await whole.arrayBuffer()), type: whole.headers.get('content-type') ?? '' };
}

/** Converts a failure of the client into an error of transcriptions. Does not read the server's own text. */
function explained(cause: unknown, isLate: boolean): Error {
  const refusal = refusalOf(cause);
  if (refusal) {
    const { status, retryAfterS } = refusal;
    const message = `The transcription server refused a request with status ${status}`;
    const { code, details } = cause as AppError;
    const error = new AppError(code, message, details);
    if (status < 500 && ![408, 425, 429].includes(status)) return error;
    return new Passing(error, retryAfterS === undefined ? undefined : retryAfterS * 1000);
  }
  if (!(cause instanceof AppError)) {
    // Timeout of the whole attempt: the recording may have been sent.
    if (!isLate) throw cause;
    return new Passing(new AppError('provider_timeout', TOO_LONG, { promptSent: true }, { cause }));
  }
  const { code, details } = cause;
  if (cause.cause instanceof SyntaxError) return new AppError(code, NO_TRANSCRIPT, details);
  const message = code === 'provider_timeout' ? TOO_LONG : 'The transcription server cannot be reached';
  return new Passing(new AppError(code, message, details, { cause }));
}

/** Encodes samples as a RIFF/WAVE file: PCM, 16-bit, mono. */
const waveFile = (samples: Int16Array): Buffer<ArrayBuffer> =>
  Buffer.concat([
    waveHeader(samples.length),
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  ]);
