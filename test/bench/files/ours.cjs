/**
 * Hides known values in files as the product does. Reads a request as JSON from each line of standard input, and answers with the
 * seconds of each step and the texts that were read.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { changesOf, editFiles } = require('../../support/files/known-values.cjs');

async function hide({ format, source, target, values, withOcr }) {
  const edit = withOcr ? editFiles.withOcr : editFiles.withoutOcr;
  const content = readFileSync(source);
  const file = { userId: 'bench', format: format === 'jpg' ? 'jpeg' : format, content, drop: [] };
  const { signal } = new AbortController();
  const times = [performance.now()];
  const { texts, memory } = await edit.read(file, signal);
  times.push(performance.now());
  const pairs = values.map((value, i) => [value, `[VALUE_${i + 1}]`]);
  const written = await edit.write(file, { changes: changesOf(texts, pairs), memory }, signal);
  times.push(performance.now());
  await edit.check({ ...file, content: written.content }, values, signal);
  times.push(performance.now());
  writeFileSync(target, written.content);
  const [read, write, check] = [1, 2, 3].map((i) => (times[i] - times[i - 1]) / 1000);
  // Only texts of pictures are compared.
  const text = withOcr ? texts.map((each) => each.text).join(' ') : '';
  return { read, write, check, seconds: read + write + check, text };
}

async function main() {
  for await (const line of createInterface(process.stdin))
    process.stdout.write(`${JSON.stringify(await hide(JSON.parse(line)))}\n`);
}

void main();
