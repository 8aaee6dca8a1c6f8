/**
 * Rewrites files as the product does: each is read, written and checked. The values to hide come with the order. Reads a list of
 * orders as JSON from standard input, and writes a list of outcomes.
 *
 * Confined programs do it, as in the product, or with the argument `--together` this process does all of it: then PDFium, pdf.js
 * and OCR start once for all files, and not three times for each.
 */
const { readFileSync } = require('node:fs');
const { json } = require('node:stream/consumers');
const { AT_ONCE, changesOf, editFiles, editTogether } = require('./known-values.cjs');

const FORMATS = { jpg: 'jpeg' };

async function main() {
  const orders = await json(process.stdin);
  // The spawner does not keep the process alive.
  const here = setInterval(() => undefined, 60_000);
  const outcomes = [];
  const queue = [...orders.entries()];
  const work = async (userId) => {
    for (let next = queue.shift(); next; next = queue.shift())
      outcomes[next[0]] = await outcomeOf(userId, next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(String(i))));
  clearInterval(here);
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
}

/** @param order `path`, `values` (each with its replacement), `drop`, and whether to read pictures */
async function outcomeOf(userId, { path, values, drop, ocr }) {
  const { withOcr, withoutOcr } = process.argv.includes('--together') ? editTogether : editFiles;
  const edit = ocr ? withOcr : withoutOcr;
  const end = path.split('.').pop();
  const file = { userId, format: FORMATS[end] ?? end, content: readFileSync(path), drop };
  const { signal } = new AbortController();
  try {
    const { texts, memory } = await edit.read(file, signal);
    const changes = changesOf(texts, values);
    const { content, report } = await edit.write(file, { changes, memory }, signal);
    const written = { ...file, content };
    const left = await edit
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

void main();
