/** Writes the types of the OpenAPI document for the compiler that checks the console, and for `clients/typescript`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

process.chdir(resolve(import.meta.dirname, '../..'));
const print = ['--require', './tools/typescript/register.cjs', 'tools/openapi/print-document.ts'];
const document = execFileSync(process.execPath, print, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
mkdirSync('node_modules/.api-types', { recursive: true });
const types = astToString(await openapiTypescript(JSON.parse(document)));
for (const file of ['node_modules/.api-types/api.d.ts', 'clients/typescript/src/schema.ts'])
  writeFileSync(file, types);
