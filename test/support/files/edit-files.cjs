/**
 * Rewrites files as the product does: confined programs read each, write it and check it. The values to hide come with the
 * order. Reads a list of orders as JSON from standard input, and writes a list of outcomes.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Readable } = require('node:stream');
const { buffer, json } = require('node:stream/consumers');
const { IsolatedPrograms } = require('../../../build/libs/isolation/src/isolated-programs.js');
const { ProcessSpawner } = require('../../../build/libs/isolation/src/process-spawner.js');

const ROOT = join(__dirname, '../../..');
const EDIT_FILE = join(ROOT, 'dist/libs/file-formats/src/editing/edit-file.process.js');
const AT_ONCE = 2;
const FORMATS = { pdf: 'pdf', png: 'png', jpg: 'jpeg' };

/** The programs that run are those of dist/, so they may read that folder instead of build/. */
class SpawnerOfPrograms extends ProcessSpawner {
  start(args) {
    return super.start(args.map((arg) => arg.replace(join(ROOT, 'build'), join(ROOT, 'dist'))));
  }
}

const programs = new IsolatedPrograms(new SpawnerOfPrograms({ warn: () => undefined }));

async function main() {
  const orders = await json(process.stdin);
  // The spawner does not keep the process alive.
  const here = setInterval(() => undefined, 60_000);
  const outcomes = [];
  const queue = [...orders.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes[next[0]] = await edit(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  clearInterval(here);
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
}

/** @param order `path`, `values` (each with its replacement), `drop`, and `ocr` (languages) */
async function edit({ path, values, drop, ocr }) {
  const file = readFileSync(path);
  const format = FORMATS[path.split('.').pop()];
  const options = { drop, ...(ocr && { ocr: { languages: ocr, minConfidence: 60 } }) };
  try {
    const { texts, memory } = JSON.parse(await run('read', format, options, file));
    const rewriting = { changes: changesOf(texts, values), memory };
    const written = await run('write', format, { ...options, rewriting }, file);
    const end = written.indexOf('\n');
    const content = written.subarray(end + 1);
    const check = { ...options, values: values.map(([value]) => value) };
    return {
      texts,
      report: JSON.parse(written.subarray(0, end)),
      content: content.toString('base64'),
      left: JSON.parse(await run('check', format, check, content)),
    };
  } catch (error) {
    return { refused: error.why ?? error.message };
  }
}

function run(step, format, request, file) {
  const content = Readable.from([Buffer.from(`${JSON.stringify(request)}\n`), file]);
  const limits = { timeoutMs: 120_000, memoryBytes: 512 * 1024 ** 2 };
  const signal = new AbortController().signal;
  return buffer(programs.run({ script: EDIT_FILE, args: [step, format], content, limits, signal }));
}

/** Returns the changes of each text: values go on from line to line, as the product finds them. */
function changesOf(texts, values) {
  const groups = [];
  for (const [i, { joins }] of texts.entries())
    if (joins === 'line') groups.at(-1).push(i);
    else groups.push([i]);
  const changes = texts.map(({ text }) => ({ length: text.length, of: [] }));
  for (const group of groups) {
    const joined = group.map((i) => texts[i].text).join('\n');
    let start = 0;
    const starts = group.map((i) => (start += texts[i].text.length + 1) - texts[i].text.length - 1);
    for (const hit of hitsIn(joined, values)) {
      let replacement = hit.replacement;
      for (const [k, i] of group.entries()) {
        const from = Math.max(hit.start - starts[k], 0);
        const to = Math.min(hit.end - starts[k], texts[i].text.length);
        if (from >= to) continue;
        changes[i].of.push({ start: from, end: to, replacement });
        replacement = '';
      }
    }
  }
  return changes;
}

function hitsIn(text, values) {
  const hits = [];
  for (const [value, replacement] of values) {
    const pattern = value
      .split(' ')
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+');
    for (const { index, 0: found } of text.matchAll(
      new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'),
    )) {
      const end = index + found.length;
      if (!hits.some((hit) => hit.start < end && index < hit.end))
        hits.push({ start: index, end, replacement });
    }
  }
  return hits.sort((a, b) => a.start - b.start);
}

void main();
