import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { inStage, StageTimes, timingStages } from '@app/common';
import { Metrics } from '@app/observability';
import { OVERHEAD_HEADER, privacyOverhead } from './privacy-overhead';

describe('X-Privacy-Overhead-Ms', () => {
  const metrics = new Metrics();
  let now = 0;
  let server: Server;
  const pass = async (ms: number): Promise<void> => void (now += ms);

  beforeAll(async () => {
    const app = express();
    app.use((_request, _response, next) => timingStages(new StageTimes(), next));
    app.use('/openai', privacyOverhead(metrics));
    app.get('/openai/whole', async (_, response) => {
      await pass(7);
      await inStage('provider', () => pass(1_000));
      await pass(5);
      response.json({});
    });
    app.get('/openai/stream', async (_, response) => {
      await inStage('provider', () => pass(1_000));
      await pass(3);
      response.flushHeaders();
      await pass(900);
      response.end('data: {}\n\n');
    });
    app.get('/openai/failure', (_, response) => void response.status(502).end());
    app.get('/openai/counted', (_, response) => void response.end());
    app.get('/other', (_, response) => void response.end());
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    server.close();
  });

  const headerOf = async (path: string): Promise<string | null> => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.text();
    return response.headers.get(OVERHEAD_HEADER);
  };

  it.each([
    ['of an answer, without the time that the provider took', '/openai/whole', '12.0'],
    ['of a stream, until it begins', '/openai/stream', '3.0'],
    ['of a failure too', '/openai/failure', '0.0'],
    ['of nothing else', '/other', null],
  ])('reports the time that this service added: %s', async (_, path, expected) => {
    expect(await headerOf(path)).toBe(expected);
  });

  it('is counted by route', async () => {
    await headerOf('/openai/counted');
    const shown = await metrics.registry.getSingleMetricAsString('privacy_overhead_seconds');
    expect(shown).toMatch(/privacy_overhead_seconds_count\{route="\/openai\/counted"\} 1/);
  });
});
