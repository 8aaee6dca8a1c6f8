import { pipeline, Readable } from 'node:stream';
import { eventually } from '@app/testing';
import { form, readDocument } from '../../contract/open-api';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { RawClient } from '../../support/raw-client';
import { CLIENT_TIMEOUT_MS, useTwoApis } from './scene';

const scene = useTwoApis();

function* forever(text: string): Generator<string> {
  for (;;) yield text;
}

describe('slow clients', () => {
  let head: string;
  beforeAll(async () => {
    const { authorization } = (await scene.system.user()).authorization;
    head = `POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
  });
  const body = JSON.stringify(aPrompt('Hello'));
  const open = () => RawClient.open(scene.apis[0]);

  it('are disconnected if they send their headers byte by byte', async () => {
    const client = await open();
    expect(await client.drip(`${head}X-Slow: ${'x'.repeat(2_000)}`, 50)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('are disconnected if they stop sending after a beginning', async () => {
    const client = await open();
    expect(await client.send('POST /ai/v1/chat HTT')).toMatch(/^HTTP\/1.1 408 /);
  });

  it('are disconnected if they send a body byte by byte or not at all [SEC-23]', async () => {
    const [slow, silent] = [await open(), await open()];
    slow.socket.write(`${head}Content-Length: 2000\r\n\r\n`);
    const answers = await Promise.all([
      slow.drip(body.padEnd(2_000), 50),
      silent.send(`${head}Content-Length: 2000\r\n\r\n{"prompt":`),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('"response_code":408');
    }
  });

  it('get a 408 at every endpoint that reads a body, as the OpenAPI document shows', async () => {
    const { authorization } = (await scene.system.user()).authorization;
    const operations = await readDocument((path) => new ApiClient(scene.system).call('GET', path));
    const reading = operations.filter(({ statuses }) => statuses.includes(408));
    expect(reading.map(({ name }) => name)).toEqual(
      operations.filter(({ bodyTypes }) => bodyTypes.length > 0).map(({ name }) => name),
    );
    const answers = reading.map(async (operation) => {
      const type = operation.bodyTypes.includes('multipart/form-data')
        ? 'multipart/form-data; boundary=b\r\nFile-Name: a.txt'
        : 'application/json';
      const answer = await (
        await open()
      ).send(
        `${operation.method} ${operation.at()} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n` +
          'Content-Length: 100\r\n\r\n{',
      );
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(form(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))).toEqual(form(operation.shown(408)));
    });
    await Promise.all(answers);
  });

  it('are disconnected if they do not read a stream, and the call of the model is stopped [SEC-24]', async () => {
    let stopped = false;
    scene.upstream.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const delta = JSON.stringify({ choices: [{ delta: { content: 'many words '.repeat(6_000) } }] });
      const endless = Readable.from(forever(`data: ${delta}\n\n`));
      pipeline(endless, response, () => (stopped = true));
      return true;
    };
    const client = await open();
    client.socket.pause();
    client.socket.write(`${head}Accept: text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await eventually(() => expect(stopped).toBe(true));
    client.socket.destroy();
  });

  it('do no harm if they continue slowly after a rejection', async () => {
    const refused = await open();
    refused.socket.write('POST /ai/v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n');
    expect(await refused.drip('x'.repeat(2_000), 50)).toMatch(/^HTTP\/1.1 408 /);
    // The timer of the rejected request has expired too.
    await new Promise((done) => setTimeout(done, 100));
    expect((await new ApiClient(scene.system).get('/health/live')).status).toBe(200);
  });

  it('are served if only their connection or the model is slow', async () => {
    scene.upstream.intercept = async () => {
      await new Promise((done) => setTimeout(done, 1.5 * CLIENT_TIMEOUT_MS));
      return false;
    };
    const client = await open();
    // The upload takes one and a half timeouts and sends many pieces in each.
    const pieces = 30;
    const whole = JSON.stringify(aPrompt('Hello', { ignored: 'x'.repeat(pieces * 20_000) }));
    client.socket.write(`${head}Connection: close\r\nContent-Length: ${whole.length}\r\n\r\n`);
    for (let at = 0; at < whole.length; at += 20_000) {
      client.socket.write(whole.slice(at, at + 20_000));
      await new Promise((done) => setTimeout(done, (1.5 * CLIENT_TIMEOUT_MS) / pieces));
    }
    expect(await client.send('')).toMatch(/^HTTP\/1.1 200 /);
  });
});
