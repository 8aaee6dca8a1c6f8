import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createSourceFile, ScriptTarget, type SourceFile } from 'typescript';

const ROOT = resolve(__dirname, '../../../..');
const NOT_PRODUCT = /[.-]spec\.ts$|^libs\/testing\/|^libs\/[^/]+\/testing\//;

/** A source file, with its path in the repository. It is parsed when its tree is first asked for. */
export class Source {
  private parsed: SourceFile | undefined;

  constructor(
    readonly fileName: string,
    readonly text: string,
  ) {}

  get tree(): SourceFile {
    this.parsed ??= createSourceFile(this.fileName, this.text, ScriptTarget.Latest, true);
    return this.parsed;
  }
}

/** Returns every source file of the product. */
export const productSources = (): Source[] =>
  ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((name) => !NOT_PRODUCT.test(name))
    .map((name) => new Source(name, readFileSync(join(ROOT, name), 'utf8')));
