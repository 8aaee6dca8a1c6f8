/**
 * Rewrites files as the product does: confined programs read each, write it and check it. The values to hide come with the
 * order. Reads a list of orders as JSON from standard input, and writes a list of outcomes.
 */
const { readFileSync } = require('node:fs');
const { json } = require('node:stream/consumers');
const { join } = require('node:path');
const { EditFiles } = require('../../../build/libs/files/src/edit-files.js');
const { IsolatedPrograms } = require('../../../build/libs/isolation/src/isolated-programs.js');
const { ProcessSpawner } = require('../../../build/libs/isolation/src/process-spawner.js');

const ROOT = join(__dirname, '../../..');
const AT_ONCE = 2;
const FORMATS = { pdf: 'pdf', png: 'png', jpg: 'jpeg' };
const LIMITS = { concurrency: AT_ONCE, fileTimeoutMs: 120_000, memoryBytes: 512 * 1024 ** 2 };
const OCR = { languages: ['de', 'en'], minConfidence: 60 };

/** The programs that run are those of dist/, so they may read that folder instead of build/. */
class SpawnerOfPrograms extends ProcessSpawner {
  start(args) {
    return super.start(args.map((arg) => arg.replace(join(ROOT, 'build'), join(ROOT, 'dist'))));
  }
}

const programs = new IsolatedPrograms(new SpawnerOfPrograms({ warn: () => undefined }));
const jobs = { maxTextBytes: 5 * 1024 ** 2 };
const withoutOcr = new EditFiles(LIMITS, jobs, programs);
const withOcr = new EditFiles({ ...LIMITS, ocr: OCR }, jobs, programs);

async function main() {
  const orders = await json(process.stdin);
  // The spawner does not keep the process alive.
  const here = setInterval(() => undefined, 60_000);
  const outcomes = [];
  const queue = [...orders.entries()];
  const work = async (userId) => {
    for (let next = queue.shift(); next; next = queue.shift())
      outcomes[next[0]] = await edit(userId, next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(String(i))));
  clearInterval(here);
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
}

/** @param order `path`, `values` (each with its replacement), `drop`, and whether to read pictures */
async function edit(userId, { path, values, drop, ocr }) {
  const editFiles = ocr ? withOcr : withoutOcr;
  const file = { userId, format: FORMATS[path.split('.').pop()], content: readFileSync(path), drop };
  const { signal } = new AbortController();
  try {
    const { texts, memory } = await editFiles.read(file, signal);
    const changes = changesOf(texts, values);
    const { content, report } = await editFiles.write(file, { changes, memory }, signal);
    const written = { ...file, content };
    const left = await editFiles
      .check(
        written,
        values.map(([value]) => value),
        signal,
      )
      .then(
        () => [],
        ({ message }) => [message],
      );
    return { texts, report, content: content.toString('base64'), left };
  } catch (error) {
    return { refused: error.message };
  }
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
