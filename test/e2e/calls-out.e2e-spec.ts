import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fakeSpeechModel,
  runProgramToEnd,
  startTraceCollector,
  SystemCalls,
  type TestSystem,
} from '@app/testing';
import { Browser } from '../support/identity-provider/browser';
import { IdentityProvider } from '../support/identity-provider/start';
import { TranscriptionClient } from '../support/transcription-client';
import { startRunningSystem } from '../support/running-system';

const RECORDING = join(__dirname, '../fixtures/speech/librivox-0880.wav');
const why = SystemCalls.whyNot();
if (why) process.stderr.write(`What the programs call is not tested: ${why}\n`);
const whereWatched = why ? it.skip : it;

/** Logs in at the provider, up to the console's session. */
async function signOn(system: TestSystem, provider: IdentityProvider, organization: string): Promise<void> {
  await provider.admit(new URL(system.url('/')).origin);
  await provider.people({ berta: { email: 'berta@company.example', organization } });
  const browser = new Browser();
  const { headers } = await browser.send(system.idm('oidc/login'));
  const back = await provider.logIn(browser, headers.get('location')!, 'berta');
  const landed = await browser.send(back);
  expect([landed.status, landed.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('login_code'),
  ]);
}

/** No process opens a connection or resolves a name that is not configured (contract, section 18). */
describe("the programs' outgoing connections", () => {
  let temporary: string;
  let calls: SystemCalls;

  beforeEach(async () => {
    calls = new SystemCalls();
    temporary = await mkdtemp(join(tmpdir(), 'privacy-chat-temporary-'));
  });
  afterEach(async () => {
    calls.forget();
    await rm(temporary, { recursive: true, force: true });
  });

  whereWatched(
    'go only to configured addresses, from start to stop, and the programs write only to configured folders [SEC-117]',
    async () => {
      const modelsDir = await mkdtemp(join(tmpdir(), 'privacy-chat-models-'));
      fakeSpeechModel(modelsDir, 'hears-nothing', ['en']);
      const provider = await IdentityProvider.start();
      const collector = await startTraceCollector();
      const settings = {
        ...provider.settings(),
        OIDC_ORGANIZATION_CLAIM: 'organization',
        TMPDIR: temporary,
        HOME: temporary,
        MODELS_DIR: modelsDir,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      };
      const running = await startRunningSystem(settings, calls.under);
      const { system, upstream, receiver } = running;
      // Libraries with telemetry often disable it if they detect a test environment.
      expect(Object.keys(system.api.env)).not.toContain('CI');
      const user = await system.user();
      await running.furnish(user);
      const client = new TranscriptionClient(system, user, receiver);
      await client.transcribe(await readFile(RECORDING), 'recording.wav');
      await system.cli(['org', 'list']);
      await signOn(system, provider, user.organizationId);
      const configured = [
        system.databaseUrl,
        system.redisUrl,
        upstream.baseUrl,
        receiver.url,
        provider.issuer,
        collector.url,
      ];
      await running.stop();
      await provider.stop();
      await collector.stop();
      await calls.ended();
      await rm(modelsDir, { recursive: true });

      expect(calls.peers).toEqual(configured.map((url) => new URL(url).host).toSorted());
      expect(calls.writtenOutside(system.dataDir)).toEqual([]);
      expect(await readdir(temporary)).toEqual([]);
    },
  );

  whereWatched('would be seen: a look-up, a connection, a datagram, a device id', async () => {
    const program = join(__dirname, '../support/calls-out.cjs');
    await runProgramToEnd(program, [], { PATH: process.env.PATH ?? '', TMPDIR: temporary }, '', calls.under);
    await calls.ended();
    expect(calls.peers).toEqual(
      expect.arrayContaining(['127.0.0.1:9', '127.0.0.2:9', expect.stringMatching(/:53$|nscd/)]),
    );
    expect(calls.writtenOutside('/nowhere')).toEqual([join(temporary, 'device')]);
  });
});
