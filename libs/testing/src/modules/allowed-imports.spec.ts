import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../../..');

interface Rule {
  name: string;
  to: { path?: string };
}

/** Returns the libs that each lib may import, from the rules of the import check. */
function allowedImports(): Map<string, string[]> {
  const { forbidden } = jest.requireActual<{ forbidden: Rule[] }>(join(ROOT, '.dependency-cruiser.cjs'));
  return new Map(
    forbidden.flatMap(({ name, to }) => {
      const libs = /^\^libs\/\(\?!\((.*)\)\/\)$/.exec(to.path ?? '')?.[1];
      const [, lib] = /^(.*)-may-import$/.exec(name) ?? [];
      if (lib === undefined || libs === undefined) return [];
      return [[lib, libs.split('|').filter((other) => other !== lib && other !== 'testing')]];
    }),
  );
}

/** Returns the other libs that a lib imports. */
function usedImports(lib: string): Set<string> {
  const files = readdirSync(join(ROOT, 'libs', lib), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, 'libs', lib, file), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/'@app\/([\w-]+)'/g)].map(([, name]) => name!)));
}

describe('the table of allowed imports', () => {
  it('allows each lib only what it imports', () => {
    const allowed = allowedImports();
    expect(allowed.size).toBeGreaterThan(40);
    const unused = [...allowed].flatMap(([lib, others]) => {
      const used = usedImports(lib);
      return others.filter((other) => !used.has(other)).map((other) => `${lib} -> ${other}`);
    });
    expect(unused).toEqual([]);
  });
});
