import type { ErrorCode } from '@app/common';
import { ANSWER, ModelServer, REQUEST, type Handler } from '../testing/model-server';

const forever = new AbortController().signal;
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (content: string, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });

describe('OpenAiCompatible, streaming', () => {
  const server = new ModelServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  const streamed = async (signal = forever, adapter = server.model()): Promise<string> => {
    let text = '';
    for await (const part of adapter.stream(REQUEST, signal)) if ('text' in part) text += part.text;
    return text;
  };

  it('times out if a stream stops', async () => {
    server.handle = (_, response) => void response.write(chunk('one'));
    const call = streamed(forever, server.model({ chunkTimeoutMs: 30 }));
    await expect(call).rejects.toMatchObject({ code: 'provider_timeout' });
  });

  it('streams text, skips chunks without text, and ends with the usage', async () => {
    server.handle = (_, response, body) => {
      expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
      response.write(chunk('Hello ') + chunk('') + chunk('you', 'stop'));
      response.end(`${event({ choices: [], usage: ANSWER.usage })}data: [DONE]\n\n`);
    };
    const events: unknown[] = [];
    for await (const part of server.model().stream(REQUEST, forever)) events.push(part);
    expect(events).toEqual([
      { text: 'Hello ' },
      { text: 'you' },
      { usage: { promptTokens: 7, completionTokens: 2, source: 'provider' }, finish: 'stop' },
    ]);
  });

  it.each<[string, Handler, ErrorCode]>([
    [
      'is cut off',
      (_, response) => void response.write(chunk('a'), () => response.destroy()),
      'provider_broke_off',
    ],
    ['ends early', (_, response) => response.end(chunk('a')), 'provider_broke_off'],
    [
      'reports an error',
      (_, response) => response.end(event({ error: { message: 'SECRET' } })),
      'provider_failed',
    ],
    ['has no text', (_, response) => response.end(chunk('', 'stop')), 'provider_failed'],
  ])('fails if a stream %s', async (_, handler, code) => {
    server.handle = handler;
    await expect(streamed()).rejects.toMatchObject({ code });
  });

  it('closes the connection when the reader of a stream stops reading', async () => {
    const closed = new Promise<void>((resolve) => {
      server.handle = (_, response) => {
        response.once('close', resolve).write(chunk('one'));
      };
    });
    for await (const part of server.model().stream(REQUEST, forever)) if ('text' in part) break;
    await closed;
  });
});
