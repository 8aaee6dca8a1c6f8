/** Edits files as the product does, in confined programs or together. The values to hide are known instead of detected. */
const { join } = require('node:path');
const { EditFiles } = require('../../../build/libs/isolation/src/edit-files.js');
const { IsolatedPrograms } = require('../../../build/libs/isolation/src/isolated-programs.js');
const { ProcessSpawner } = require('../../../build/libs/isolation/src/process-spawner.js');
const {
  partsWithValues,
  readTexts,
  writeTexts,
} = require('../../../build/libs/file-formats/src/editing/edit-file.js');
const { codeOf, FORMAT_CODE } = require('../../../build/libs/file-formats/src/format-code.js');
const { textInImages } = require('../../../build/libs/file-formats/src/ocr/tesseract-text-in-images.js');
const { REASONS } = require('../../../build/libs/file-formats/src/unreadable.js');

const ROOT = join(__dirname, '../../..');
const AT_ONCE = 2;
const LIMITS = {
  concurrency: AT_ONCE,
  fileTimeoutMs: 120_000,
  filePageTimeoutMs: 10_000,
  memoryBytes: 512 * 1024 ** 2,
};
const OCR = { languages: ['de', 'en'], minConfidence: 60 };
const JOBS = { maxTextBytes: 5 * 1024 ** 2 };

/** The programs that run are those of dist/, so they may read that folder instead of build/. */
class SpawnerOfPrograms extends ProcessSpawner {
  start(args) {
    return super.start(args.map((arg) => arg.replace(join(ROOT, 'build'), join(ROOT, 'dist'))));
  }
}

const programs = new IsolatedPrograms(new SpawnerOfPrograms({ warn: () => undefined }));
const editFiles = {
  withoutOcr: new EditFiles(LIMITS, JOBS, programs),
  withOcr: new EditFiles({ ...LIMITS, ocr: OCR }, JOBS, programs),
};

/** Does the steps of `EditFiles` in this process, with its one OCR engine. */
class EditTogether {
  constructor(ocr) {
    this.ocr = ocr;
  }

  read({ format, content, drop }) {
    return this.done(async () => {
      const { texts, memory } = await readTexts(FORMAT_CODE[format], content, this.options(drop));
      return { texts, memory: JSON.parse(JSON.stringify(memory)) };
    });
  }

  write({ format, content, drop }, rewriting) {
    return this.done(() => writeTexts(FORMAT_CODE[format], content, rewriting, this.options(drop)));
  }

  check({ format, content, drop }, values) {
    return this.done(async () => {
      const parts = await partsWithValues(FORMAT_CODE[format], content, values, this.options(drop));
      if (parts.length > 0) throw new Error(`A value is left in: ${parts.join(', ')}`);
    });
  }

  options(drop) {
    return { drop: new Set(drop), codeOf, ...(this.ocr && { ocr: this.ocr }) };
  }

  async done(step) {
    try {
      return await step();
    } catch (error) {
      throw error.why ? new Error(REASONS[error.why]) : error;
    }
  }
}

const editTogether = {
  withoutOcr: new EditTogether(undefined),
  withOcr: new EditTogether({
    reader: textInImages(OCR.languages),
    minConfidence: OCR.minConfidence,
  }),
};

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

module.exports = { AT_ONCE, changesOf, editFiles, editTogether };
