import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen';

export interface SpeechRequest {
  language: string;
  model: string;
  responseFormat: string;
  /** The units for which times are requested. */
  granularities: string[];
  /** The words that the recording may contain. */
  prompt?: string;
  /** The recording as it arrived. */
  file: Buffer;
  /** The size of the whole request body. */
  bytes: number;
  authorization: string | undefined;
}

/** The result: segments in seconds, `never` for a server that does not answer, or a refusal. */
export type Recognized =
  | { start: number; end: number; text: string; speaker?: string }[]
  | 'never'
  | { status: number; headers?: Record<string, string>; body?: string };

export interface SpeechServer {
  /** The value for TRANSCRIPTION_BASE_URL. */
  baseUrl: string;
  requests: SpeechRequest[];
  /** Returns the result of a request. Tests replace it. */
  recognize: (request: SpeechRequest) => Recognized;
  stop(): Promise<void>;
}

/** A server on loopback with OpenAI's `/audio/transcriptions` that records what it receives. */
export async function startSpeechServer(): Promise<SpeechServer> {
  const server = createServer((request, response) => void handle(request, response));
  const speech: SpeechServer = {
    baseUrl: `http://127.0.0.1:${await listen(server)}/v1`,
    requests: [],
    recognize: () => [{ start: 0.2, end: 2.8, text: ' He was not an ill-disposed young man.' }],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const form = await new Response(body, {
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    }).formData();
    const request = {
      language: String(form.get('language')),
      model: String(form.get('model')),
      responseFormat: String(form.get('response_format')),
      granularities: form.getAll('timestamp_granularities[]').map(String),
      ...(form.has('prompt') && { prompt: String(form.get('prompt')) }),
      file: Buffer.from(await (form.get('file') as File).arrayBuffer()),
      bytes: body.length,
      authorization: incoming.headers.authorization,
    };
    speech.requests.push(request);
    const recognized = speech.recognize(request);
    if (recognized === 'never') return;
    if ('status' in recognized) {
      response.writeHead(recognized.status, recognized.headers).end(recognized.body);
      return;
    }
    const text = recognized
      .map((segment) => segment.text)
      .join('')
      .trim();
    const segments = /^(?:verbose|diarized)_json$/.test(request.responseFormat)
      ? { segments: recognized }
      : {};
    response.writeHead(200, { 'content-type': 'application/json' });
    const words = request.granularities.includes('word') ? { words: recognized.flatMap(wordsOf) } : {};
    response.end(JSON.stringify({ text, ...segments, ...words }));
  }

  return speech;
}

/** Returns the words of a segment as servers do: without punctuation, for equal times. */
function wordsOf({ start, end, text }: { start: number; end: number; text: string }) {
  const words = text.match(/[^\s.,?!]+/g) ?? [];
  const each = (end - start) / words.length;
  return words.map((word, i) => ({ word, start: start + i * each, end: start + (i + 1) * each }));
}
