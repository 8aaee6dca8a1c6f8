import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

describe('The search for what an image must not contain', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'image-'));
    write('app/node_modules/pg/lib/client.js');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  };
  const found = (): string[] =>
    execFileSync(process.execPath, [join(__dirname, 'unwanted.mjs'), join(root, 'app')], {
      encoding: 'utf8',
      env: { PATH: join(root, 'bin') },
    })
      .split('\n')
      .filter(Boolean)
      .map((path) => path.slice(root.length + 1));

  it('finds nothing in the modules that run', () => {
    expect(found()).toEqual([]);
  });

  it.each([
    'bin/npm',
    'bin/gcc',
    'app/node_modules/pg/lib/client.d.ts',
    'app/node_modules/pg/esm/client.d.mts',
    'app/node_modules/pg/lib/client.js.map',
  ])('finds %s', (file) => {
    write(file);
    expect(found()).toEqual([file]);
  });

  it('finds the packages of TypeScript', () => {
    write('app/node_modules/typescript/package.json');
    write('app/node_modules/@types/pg/package.json');
    expect(found().toSorted()).toEqual(['app/node_modules/@types', 'app/node_modules/typescript']);
  });
});
