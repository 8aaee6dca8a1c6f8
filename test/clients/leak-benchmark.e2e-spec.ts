import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { clientsFolder, freePort, startSystem, whyNoClients, type TestSystem } from '@app/testing';

const missing = whyNoClients('python');
if (missing) process.stderr.write(`pii-leak-benchmark is not tried in this run: ${missing}\n`);

/** An external benchmark that acts as the model and searches the requests for the values that it put into the prompts. */
(missing ? describe.skip : describe)('pii-leak-benchmark', () => {
  let system: TestSystem;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    system = await startSystem(
      { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
      ['api'],
    );
  });
  afterAll(() => system?.stop());

  it('finds every leak without the gateway', async () => {
    expect(await judge('capture://self', 'none')).toMatchObject({ code: 1 });
  });

  it.each(['pii-v1', 'pii-secrets-v1'])('finds no leak and restores every value: %s', async (profile) => {
    const { token } = await system.user();
    expect(await judge(system.ai('openai/v1'), token, '--profile', profile)).toMatchObject({ code: 0 });
  });

  const judge = (url: string, key: string, ...more: string[]): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const asked = ['selfcheck', '--target-base-url', url, '--capture-port', String(port), ...more];
      execFile(
        join(clientsFolder('python'), 'bin/pii-leak-benchmark'),
        [...asked, '--target-header', 'X-Anonymize=All'],
        { env: { PATH: process.env.PATH, CONFORMANCE_TARGET_API_KEY: key } },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
      );
    });
});
