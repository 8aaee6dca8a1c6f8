import { AppError } from '@app/common';
import { z } from 'zod';
import { SAMPLE_RATE } from '../../audio/sample-rate';
import { WHISPER_LANGUAGES } from '../../models/whisper-languages';
import type { SpeechPiece } from '../../speech/speech-piece';
import { Transcriber, type RecognitionOptions, type Segment } from '../../transcriber';
import { Passing, retry } from './retry';
import { waveFile, WAVE_HEADER_BYTES } from './wave-file';

export interface OpenAiSettings {
  baseUrl: string;
  apiKey?: string;
  model: string;
  /** The largest request body that the server takes. */
  requestBytes: number;
  timeoutMs: number;
  /** Before the second attempt; it doubles from one to the next. */
  firstWaitMs: number;
}

/** Fields and boundaries around the sound. */
const FORM_BYTES = 4096;
const MOST_SECONDS = 600;
const answer = z.object({
  text: z.string(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).optional(),
});

/** Any server with OpenAI's `/audio/transcriptions`: OpenAI, speaches, vLLM, whisper.cpp's server. */
export class OpenAiTranscriber extends Transcriber {
  readonly limits;

  constructor(private readonly settings: OpenAiSettings) {
    super();
    const room = (settings.requestBytes - FORM_BYTES - WAVE_HEADER_BYTES) / (2 * SAMPLE_RATE);
    this.limits = { longest: Math.min(room, MOST_SECONDS), pause: 10 };
  }

  async languages(): Promise<ReadonlySet<string>> {
    return new Set(WHISPER_LANGUAGES);
  }

  async transcribe(piece: SpeechPiece, options: RecognitionOptions): Promise<Segment[]> {
    const { text, segments } = await retry(() => this.ask(piece, options), {
      firstWaitMs: this.settings.firstWaitMs,
      signal: options.signal,
    });
    if (segments && segments.length > 0) return segments;
    const end = piece.samples.length / SAMPLE_RATE;
    return text.trim() ? [{ start: 0, end, text }] : [];
  }

  private async ask(piece: SpeechPiece, options: RecognitionOptions): Promise<z.infer<typeof answer>> {
    const response = await this.post(
      await encoded(form(this.settings.model, piece, options)),
      options.signal,
    );
    if (!response.ok) {
      await response.body?.cancel();
      throw refused(response);
    }
    const parsed = answer.safeParse(await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    throw new AppError(
      'upstream_failed',
      'The transcription server answered something that is no transcript',
    );
  }

  private async post({ body, type }: Encoded, signal?: AbortSignal): Promise<Response> {
    const { baseUrl, apiKey, timeoutMs } = this.settings;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(`${baseUrl}/audio/transcriptions`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (cause) {
      const late = timeout.aborted;
      const message = `The transcription server ${late ? 'took too long' : 'cannot be reached'}`;
      throw new Passing(new AppError(late ? 'upstream_timeout' : 'upstream_failed', message, {}, { cause }));
    }
  }
}

function form(
  model: string,
  { samples }: SpeechPiece,
  { language, timestamps }: RecognitionOptions,
): FormData {
  const body = new FormData();
  body.set('file', new Blob([waveFile(samples)], { type: 'audio/wav' }), 'audio.wav');
  body.set('model', model);
  body.set('language', language);
  body.set('response_format', timestamps ? 'verbose_json' : 'json');
  return body;
}

interface Encoded {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/** As bytes: a form that `fetch` still encodes when its signal aborts ends the process under Node.js 24. */
async function encoded(form: FormData): Promise<Encoded> {
  const whole = new Response(form);
  return { body: new Uint8Array(await whole.arrayBuffer()), type: whole.headers.get('content-type') ?? '' };
}

/** The server's own text is not read: it may quote what it was sent. */
function refused({ status, headers }: Response): Error {
  const error = new AppError(
    'upstream_failed',
    `The transcription server refused a request with status ${status}`,
  );
  if (status < 500 && ![408, 425, 429].includes(status)) return error;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new Passing(error, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}
