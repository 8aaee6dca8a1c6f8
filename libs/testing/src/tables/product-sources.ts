import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createSourceFile, ScriptTarget, type SourceFile } from 'typescript';

const ROOT = resolve(__dirname, '../../../..');
const NOT_PRODUCT = /[.-]spec\.ts$|^libs\/testing\/|^libs\/[^/]+\/testing\//;

export const parse = (name: string, text: string): SourceFile =>
  createSourceFile(name, text, ScriptTarget.Latest, true);

/** Returns every source file of the product, with its path in the repository. */
export const productSources = (): SourceFile[] =>
  ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((name) => !NOT_PRODUCT.test(name))
    .map((name) => parse(name, readFileSync(join(ROOT, name), 'utf8')));
