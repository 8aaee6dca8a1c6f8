/** An OpenAI-compatible server that repeats each prompt. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.method === 'GET') {
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'day', object: 'model' }] }));
    return;
  }
  const { messages = [] } = await json(request);
  const content = String(messages.at(-1)?.content ?? '');
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
  const usage = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 };
  response.end(
    JSON.stringify({
      id: 'day',
      object: 'chat.completion',
      created: 0,
      model: 'day',
      choices: [choice],
      usage,
    }),
  );
}).listen(8000);
