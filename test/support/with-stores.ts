import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Launcher {
  startPostgres(options: { dataDir: string; password: string }): Promise<string>;
  startRedis(options: { dataDir: string; password: string }): Promise<string>;
  stopServices(): Promise<void>;
  randomSecret(): string;
}

/** Runs `work` on the PostgreSQL and Redis that TEST_DATABASE_URL and TEST_REDIS_URL name, or on ones of its own. */
export async function withStores(work: () => Promise<void>): Promise<void> {
  if (process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL) return work();
  const { startPostgres, startRedis, stopServices, randomSecret } = await launcher();
  const dataDir = mkdtempSync(join(tmpdir(), 'privacy-chat-stores-'));
  chmodSync(dataDir, 0o711);
  try {
    process.env.TEST_DATABASE_URL = await startPostgres({ dataDir, password: randomSecret() });
    process.env.TEST_REDIS_URL = await startRedis({ dataDir, password: randomSecret() });
    await work();
  } finally {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function launcher(): Promise<Launcher> {
  const parts = ['postgres', 'redis', 'service', 'runtime-env'].map(
    (name) => import(join(__dirname, `../../tools/launcher/${name}.mjs`)) as Promise<Partial<Launcher>>,
  );
  return Object.assign({}, ...(await Promise.all(parts))) as Launcher;
}
