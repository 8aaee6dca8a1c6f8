import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../../..');

/** Returns the names that the namespaces of this lib read, from their sources. Each is at the start of a line. */
const read = (): string[] =>
  readdirSync(__dirname)
    .filter((file) => file.endsWith('.config.ts'))
    .flatMap((file) => [
      ...readFileSync(join(__dirname, file), 'utf8').matchAll(/(?:^|[{,])\s*([A-Z][A-Z0-9_]{2,}):/gm),
    ])
    .map(([, name]) => name!)
    // A variable of the system.
    .filter((name) => name !== 'PATH');

/**
 * Variables that the compose file sets itself: the stores, and values that the container's network and disk determine.
 * Those of the store for backups are only for the service that writes backups.
 */
const FIXED = new Set([
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_CREDENTIALS',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'DATABASE_BACKUP_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'NODE_ENV',
  'PORT',
  'REDIS_URL',
  'WORKER_PORT',
]);

describe('.env.example', () => {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const shown = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);

  it('shows every setting, and none that no code reads [PRIV-27]', () => {
    expect(shown.toSorted()).toEqual([...new Set(read())].toSorted());
  });

  it('is passed completely by the compose file, which leaves unset variables unset', () => {
    const compose = parse(readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string> }>;
    };
    for (const program of ['migrate', 'api', 'worker']) {
      const { environment } = compose.services[program]!;
      const handedOn = Object.entries(environment).filter(([name]) => shown.includes(name));
      expect(handedOn.map(([name]) => name).toSorted()).toEqual(
        expect.arrayContaining(shown.filter((name) => !FIXED.has(name)).toSorted()),
      );
      for (const [name, value] of handedOn)
        if (!FIXED.has(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?][^}]*\\}$`));
    }
  });

  it('shows each setting once', () => {
    expect(new Set(shown).size).toBe(shown.length);
  });
});
