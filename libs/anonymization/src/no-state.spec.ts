import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { findModuleState } from '../testing/module-state/find-module-state';

const LIB = join(packageRoot(), 'libs/anonymization');

/** Mutable state of modules that contains no text of a user after a call, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/detection/recognizers/cues/number-words.ts: WORDS': 'is filled while the module loads',
  'src/lexicon/countries.ts: names': 'is a static list, read on first use',
  'src/lexicon/cue-words.ts: endings': 'is filled while the module loads',
  'src/lexicon/word-lists.ts: commonWords': 'is a static list, read on first use',
  'src/pseudonymization/replacing/surrogates/surrogate-part.ts: pools':
    'has keys of a role, a gender and a language, and static lists',
  'src/pseudonymization/restoring/placeholder-patterns.ts: memo':
    'contains labels of placeholders and their patterns',
  'src/pseudonymization/restoring/replacement-index.ts: latest':
    'is weak, and ends with the table of the caller',
  'src/pseudonymization/restoring/sent-replacements.ts: readBefore':
    'is weak, and ends with the table of the caller',
};

/** Returns the mutable state of the modules in a folder. */
function stateIn(folder: string): string[] {
  return readdirSync(join(LIB, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => {
      const path = `${folder}/${file}`;
      return findModuleState(path, readFileSync(join(LIB, path), 'utf8')).map((name) => `${path}: ${name}`);
    });
}

describe('the modules of libs/anonymization', () => {
  it('have no mutable state but the listed exceptions', () => {
    expect([...stateIn('src'), ...stateIn('data')].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });
});

describe('findModuleState', () => {
  it.each([
    ['let latest;', ['latest']],
    ['export var a = 1, b = 2;', ['a', 'b']],
    ['let { one, two: [three] } = read();', ['one', 'three']],
    ['const memo = new Map(); const f = (a) => memo.set(a, a);', ['memo']],
    ['const list = []; export function f(a) { if (a) list.push(a); }', ['list']],
    ['const found = {}; class A { f(a) { found[a] = a; } }', ['found']],
    ['const found = {}; function f(a) { found.last ??= a; delete found.first; }', ['found']],
    ['const at = { now: 0 }; function* f() { at.now++; --at.now; }', ['at']],
    ['function f(a) { f.latest = a; }', ['f']],
    ["import { shared } from './shared'; const f = (a) => shared.words.add(a);", ['shared']],
    ['const f = () => RegExp.$1 + RegExp.lastMatch;', ['RegExp.$1', 'RegExp.lastMatch']],
    ['class A { static latest?: string; static readonly most = 1; }', ['A.latest']],
    ['class A extends Recognizer { latest = ""; readonly name = "a"; }', ['A.latest']],
  ])('finds the state of %j', (text, state) => expect(findModuleState('a.ts', text)).toEqual(state));

  it.each([
    'const words = new Set(["a"]); words.add("b"); const f = (a) => words.has(a);',
    'const memo = 1; function f(a) { const memo = new Map(); return memo.set(a, a); }',
    'const list = [1]; const f = (list) => list.push(1);',
    'const PATTERN = /a/g; function f(text) { PATTERN.lastIndex = 0; return PATTERN.exec(text); }',
    'class A { latest = ""; f(a) { this.latest = a; } }',
  ])('finds none in %j', (text) => expect(findModuleState('a.ts', text)).toEqual([]));
});
