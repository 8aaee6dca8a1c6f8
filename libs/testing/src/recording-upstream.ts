import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen';
import { UpstreamBatches } from './upstream-batches';
import type { UpstreamRequest } from './upstream-request';

export interface Upstream {
  /** The value for LLM_BASE_URL. */
  baseUrl: string;
  requests: UpstreamRequest[];
  /** Returns the answer to the last message: the whole text, or the pieces of a stream. Tests replace it. */
  answer: (lastMessage: string, request: UpstreamRequest) => string | readonly string[];
  /** The finish reason of its answers. Tests replace it. */
  finish: 'stop' | 'length';
  /** Its files and batches. */
  batches: UpstreamBatches;
  /** Handles a whole response if set: failures, delays, interrupted streams. */
  intercept: ((request: UpstreamRequest, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  stop(): Promise<void>;
}

/** An OpenAI-compatible server on loopback that records everything it receives. */
export async function startUpstream(models: readonly string[] = ['test-model']): Promise<Upstream> {
  const server = createServer((request, response) => void handle(request, response));
  const upstream: Upstream = {
    baseUrl: `http://127.0.0.1:${await listen(server)}/v1`,
    requests: [],
    answer: (lastMessage) => `You said: ${lastMessage}`,
    finish: 'stop',
    batches: new UpstreamBatches(({ url, body }) => {
      if (url === '/v1/embeddings') return vectors(body);
      const request: UpstreamRequest = { method: 'POST', path: '/batch', headers: {}, raw: '', body };
      return completion([answerTo(request)].flat().join(''), request, upstream.finish);
    }),
    intercept: undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const answerTo = (request: UpstreamRequest): string | readonly string[] =>
    upstream.answer(request.body.messages?.at(-1)?.content ?? '', request);

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    const raw = bytes.toString();
    const type = incoming.headers['content-type'] ?? '';
    const isForm = type.startsWith('multipart/');
    const request: UpstreamRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      raw,
      body: raw && !isForm ? JSON.parse(raw) : {},
      ...(isForm && { form: await new Response(bytes, { headers: { 'content-type': type } }).formData() }),
    };
    upstream.requests.push(request);
    if (await upstream.intercept?.(request, response)) return;
    if (request.path.endsWith('/models')) {
      json(response, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
      return;
    }
    const ofBatches = await upstream.batches.handle(request);
    if (ofBatches) {
      const { status, body } = ofBatches;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return;
    }
    if (!request.path.endsWith('/chat/completions')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}');
      return;
    }
    const answer = answerTo(request);
    const pieces = typeof answer === 'string' ? [answer] : answer;
    if (request.body.stream) stream(response, pieces, request, upstream.finish);
    else json(response, completion(pieces.join(''), request, upstream.finish));
  }

  return upstream;
}

const USAGE = { prompt_tokens: 21, completion_tokens: 13, total_tokens: 34 };

const completion = (content: string, { body }: UpstreamRequest, finish: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: body.model,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  usage: USAGE,
});

/** Returns a vector for each text: its length. */
const vectors = ({ model, input = [] }: UpstreamRequest['body']) => ({
  object: 'list',
  model,
  data: [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: [text.length] })),
  usage: { prompt_tokens: 21, total_tokens: 21 },
});

function stream(
  response: ServerResponse,
  pieces: readonly string[],
  { body }: UpstreamRequest,
  finish: string,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const head = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: body.model,
  };
  const send = (data: object): void =>
    void response.write(`data: ${JSON.stringify({ ...head, ...data })}\n\n`);
  for (const content of pieces) send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  send({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
