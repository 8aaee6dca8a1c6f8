import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

describe('.env.example', () => {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const shown = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);

  it('shows every setting, and none that nobody reads', () => {
    expect(shown.toSorted()).toEqual([...new Set(read())].toSorted());
  });

  it('shows each once', () => {
    expect(new Set(shown).size).toBe(shown.length);
  });
});
