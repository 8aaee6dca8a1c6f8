/**
 * A model, in OpenAI's and in Anthropic's dialect, that answers at once, or after the milliseconds that were set last (`POST /after/MS`). Prints its
 * port.
 */
import { createServer } from 'node:http';

const ANSWER = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'test-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Very well.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 60, completion_tokens: 3, total_tokens: 63 },
});
const MESSAGE = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'test-claude',
  content: [{ type: 'text', text: 'Very well.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 60, output_tokens: 3 },
});
const MODELS = JSON.stringify({ object: 'list', data: [{ id: 'test-model', object: 'model' }] });
let afterMs = 0;

const server = createServer((request, response) => {
  const answer = (body: string): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  request.resume().once('end', () => {
    const [, told] = /^\/after\/(\d+)$/.exec(request.url ?? '') ?? [];
    if (told !== undefined) afterMs = Number(told);
    if (request.url?.endsWith('/chat/completions')) setTimeout(answer, afterMs, ANSWER);
    else if (request.url?.endsWith('/messages')) setTimeout(answer, afterMs, MESSAGE);
    else answer(MODELS);
  });
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
