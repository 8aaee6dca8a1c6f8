/** Starts the hostile reader as the api starts its readers, and prints the results. Arguments: HOST PORT SECRET_FILE. */
const { join } = require('node:path');
const { Readable } = require('node:stream');
const { text } = require('node:stream/consumers');
const { IsolatedPrograms } = require('../../../build/libs/isolation/src/isolated-programs.js');
const { ProcessSpawner } = require('../../../build/libs/isolation/src/process-spawner.js');

async function main() {
  // The reader pool does not keep the process alive.
  const here = setInterval(() => undefined, 60_000);
  const warnings = [];
  const log = { warn: (event) => warnings.push(event) };
  const run = new IsolatedPrograms(new ProcessSpawner(log)).run({
    script: join(__dirname, 'hostile-reader.cjs'),
    args: process.argv.slice(2),
    content: Readable.from([Buffer.from('a document')]),
    limits: { timeoutMs: 60_000, memoryBytes: 512 * 1024 ** 2 },
    signal: new AbortController().signal,
  });
  const tried = JSON.parse(await text(Readable.from(run)));
  clearInterval(here);
  process.stdout.write(JSON.stringify({ ...tried, warnings }));
}

void main();
