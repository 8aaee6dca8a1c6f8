/** Writes the types of the console's client from the OpenAPI document, for the compiler that checks the console. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

process.chdir(resolve(import.meta.dirname, '../..'));
const print = ['--require', './tools/typescript/register.cjs', 'tools/openapi/print-document.ts'];
const document = execFileSync(process.execPath, print, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
mkdirSync('node_modules/.api-types', { recursive: true });
writeFileSync('node_modules/.api-types/api.d.ts', astToString(await openapiTypescript(JSON.parse(document))));
