import { productSources, Source } from '../tables/product-sources';
import { findAllOwners } from './find-all-owners';

const product = productSources();
const FILE = 'libs/jobs/src/sweep.ts';
const UNLISTED = 'reaches the rows of all owners, and is not listed';

/** Returns the problems of a file of the product. */
const judge = (code: string, reasons: Readonly<Record<string, string>> = {}): string[] =>
  findAllOwners([new Source(FILE, code)], reasons);

describe('the scope of all owners', () => {
  it('is used only where it is listed with its reason [SEC-33]', () => {
    expect(findAllOwners(product)).toEqual([]);
  });

  it('is searched for in all source files of the product', () => {
    const names = product.map(({ fileName }) => fileName);
    expect(names).toContain('libs/jobs/src/store/jobs.store.ts');
    expect(names).toContain('apps/api/src/main.ts');
    expect(names.filter((name) => /[.-]spec\.ts$/.test(name))).toEqual([]);
  });

  it.each([
    ['a method', 'class Sweep { execute() { return db.runFor(ALL_OWNERS, work); } }', 'Sweep.execute'],
    ['a property', 'class Sweep { private readonly scope = ALL_OWNERS; }', 'Sweep.scope'],
    ['a constructor', 'class Sweep { constructor() { use(ALL_OWNERS); } }', 'Sweep.constructor'],
    ['a function inside', 'class Sweep { all() { return () => use(ALL_OWNERS); } }', 'Sweep.all'],
    ['a function', 'export function sweep() { return inScope(db, ALL_OWNERS, work); }', 'sweep'],
    ['a constant', 'const OPEN = { scope: ALL_OWNERS };', 'OPEN'],
    ['a statement', 'run(ALL_OWNERS);', 'top level'],
    ['SQL', `const OPEN = "SELECT set_config('privacy_chat.scope', 'all', true)";`, 'OPEN'],
    [
      'an import under another name',
      `import { ALL_OWNERS as EVERYTHING } from '@app/common';`,
      'import of ALL_OWNERS under another name',
    ],
  ])('is found in %s that is not listed', (_, code, name) => {
    expect(judge(code)).toEqual([`${FILE}: ${name} ${UNLISTED}`]);
    expect(judge(code, { [name]: 'It is a sweep' })).toEqual([]);
  });

  it('is not used by an import or a type', () => {
    expect(judge(`import { ALL_OWNERS } from '@app/common'; let scope: Owner | typeof ALL_OWNERS;`)).toEqual(
      [],
    );
  });

  it('is listed only where it is needed', () => {
    expect(judge('class Sweep { execute() {} }', { 'Sweep.execute': 'It is a sweep' })).toEqual([
      'Sweep.execute is listed without need',
    ]);
  });
});
