import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../../..');

/** The names that the namespaces of this lib read, from their sources: each stands at the start of a line. */
const read = (): string[] =>
  readdirSync(__dirname)
    .filter((file) => file.endsWith('.config.ts'))
    .flatMap((file) => [
      ...readFileSync(join(__dirname, file), 'utf8').matchAll(/(?:^|[{,])\s*([A-Z][A-Z0-9_]{3,}):/gm),
    ])
    .map(([, name]) => name!)
    // The system's own.
    .filter((name) => name !== 'PATH');

/** What the compose file fixes itself: the stores and what the container's own network and disk settle. */
const FIXED = new Set([
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

  it('shows every setting, and none that nobody reads [PRIV-27]', () => {
    expect(shown.toSorted()).toEqual([...new Set(read())].toSorted());
  });

  it('is handed on as a whole by the compose file, in which unset stays unset', () => {
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

  it('shows each once', () => {
    expect(new Set(shown).size).toBe(shown.length);
  });
});
