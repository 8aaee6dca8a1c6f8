/**
 * `npm run check:prose`: reports the phrases of tools/prose/words.mjs in documents, comments, strings and deployment files.
 * `-- --count` prints the number of findings by folder; `-- --words` prints that of the pronouns in code by folder.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applyExceptions, EXCEPTIONS } from './exceptions.mjs';
import { folderOf, kindOf, repositoryFiles } from './files.mjs';
import { lint } from './lint.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
const { values: options } = parseArgs({
  options: { count: { type: 'boolean' }, words: { type: 'boolean' } },
});

const findings = [];
for (const file of repositoryFiles()) {
  const kind = kindOf(file);
  if (kind) findings.push(...(await lint(readFileSync(file, 'utf8'), file, kind)));
}
const { left, faults } = applyExceptions(findings, EXCEPTIONS);

if (options.words) printCounts(left.filter(({ rule, file }) => rule === 'pronoun' && isCode(file)));
else if (options.count) printCounts(left);
else {
  for (const { file, line, column, rule, message } of left)
    console.error(`${file}:${line}:${column}  ${rule}: ${message}`);
  for (const fault of faults) console.error(fault);
  console.log(`prose: ${left.length + faults.length} findings`);
  if (left.length + faults.length > 0) process.exitCode = 1;
}

function isCode(file) {
  return /^(?:apps|libs|tools|docker)\//.test(file) && kindOf(file) !== '.md';
}

function printCounts(counted) {
  const counts = new Map();
  for (const { file } of counted) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
  for (const [folder, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(count).padStart(6)}  ${folder}`);
  console.log(`${String(counted.length).padStart(6)}  in all`);
}
