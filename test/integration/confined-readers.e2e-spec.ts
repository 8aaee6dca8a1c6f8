import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgramToEnd } from '@app/testing';

const RUN = join(__dirname, '../support/confinement/run-hostile-reader.cjs');

interface Outcome {
  /** The names of its variables. */
  environment: string[];
  /** What it tried, and with which code that failed. */
  onThisMachine: Record<string, string>;
  elsewhere: Record<string, string>;
  /** What the log was told meanwhile. */
  warnings: string[];
}

/** What a program that reads documents could do, had a document taken it over. */
describe('a reader that a document has taken over', () => {
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

  it('finds no environment, reads no file of DATA_DIR or of the system, writes none, and starts nothing [SEC-52]', async () => {
    expect(outcome.environment).toEqual([]);
    expect(Object.keys(outcome.onThisMachine)).toHaveLength(8);
    expect(new Set(Object.values(outcome.onThisMachine))).toEqual(new Set(['ERR_ACCESS_DENIED']));
    expect(await readdir(dataDir)).toEqual(['runtime.env']);
  });

  it('connects to nobody where the system has namespaces; where it has none, the log says so [SEC-53]', () => {
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
