import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgramToEnd } from '@app/testing';

const RUN = join(__dirname, '../support/confinement/run-hostile-reader.cjs');

interface Outcome {
  /** Names of the environment variables that it saw. */
  environment: string[];
  /** Its attempts with their results. */
  onThisMachine: Record<string, string>;
  elsewhere: Record<string, string>;
  /** Log lines written meanwhile. */
  warnings: string[];
}

/** What a document reader can do under the control of a hostile document. */
describe('a document reader under the control of a hostile document', () => {
  let dataDir: string;
  let outcome: Outcome;
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  }).on('connection', () => calls.push('a connection'));

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-readers-'));
    const secret = join(dataDir, 'runtime.env');
    await writeFile(secret, 'ENCRYPTION_KEYS=secret');
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
    outcome = JSON.parse(await runProgramToEnd(RUN, ['127.0.0.1', String(port), secret], env)) as Outcome;
  });
  afterAll(async () => {
    await new Promise((done) => server.close(done));
    await rm(dataDir, { recursive: true });
  });

  it('has no environment, reads no file of DATA_DIR or the system, writes no file, and starts no process [SEC-52]', async () => {
    expect(outcome.environment).toEqual([]);
    expect(Object.keys(outcome.onThisMachine)).toHaveLength(8);
    expect(new Set(Object.values(outcome.onThisMachine))).toEqual(new Set(['ERR_ACCESS_DENIED']));
    expect(await readdir(dataDir)).toEqual(['runtime.env']);
  });

  it('has no network if the system has namespaces; otherwise the log reports it [SEC-53]', () => {
    if (hasNamespaces()) {
      expect(outcome.elsewhere).toEqual({
        connection: 'ENETUNREACH',
        datagram: 'ENETUNREACH',
        lookUp: expect.stringMatching(/^EAI_/),
        page: 'ENETUNREACH',
      });
      expect(calls).toEqual([]);
      expect(outcome.warnings).toEqual([]);
    } else {
      expect(outcome.warnings).toEqual(['documents.readers_have_network']);
    }
  });
});

function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--user', '--net', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
