/**
 * Measures how fast files are anonymized, and how well pictures are read: `npm run bench:files [-- ROUNDS]`. The values are known
 * instead of detected, so only reading, writing and checking files is measured. Beside it, other programs hide the same values in
 * the same files: Presidio's image redactor, PyMuPDF, python-docx and openpyxl. They stay loaded, while each of our steps starts a
 * confined process, and check nothing. Needs `python3`, and `tesseract` with deu, which also judges the written pictures.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { FIXTURES, PDF_AND_PICTURES } from '../support/files/edit-fixtures';
import { grownFiles, VALUES } from './files/grown';
import { HidingProgram, type Hidden, type HiddenByUs } from './files/programs';

const ROUNDS = Number(process.argv[2] ?? 3);
const MIB = 1024 ** 2;

interface Programs {
  ours: HidingProgram<HiddenByUs>;
  others: HidingProgram<Hidden>;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-files-'));
  const programs: Programs = { ours: HidingProgram.ours(), others: HidingProgram.others() };
  try {
    await printSpeed(folder, programs);
    await printQuality(folder, programs);
  } finally {
    programs.ours.stop();
    programs.others.stop();
    rmSync(folder, { recursive: true });
  }
}

async function printSpeed(folder: string, { ours, others }: Programs): Promise<void> {
  console.log(
    'file                    size    read   write   check     all   memory     other   memory  ours/other',
  );
  for (const { name, format, content, hasPeer, withOcr } of await grownFiles()) {
    const source = join(folder, `${name.replaceAll(' ', '-')}.${format}`);
    const request = { format, source, target: join(folder, `out.${format}`), values: VALUES, withOcr };
    writeFileSync(source, content);
    const own: HiddenByUs[] = [];
    const other: Hidden[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await ours.hide(request));
      if (hasPeer) other.push(await others.hide(request));
    }
    const cells = [
      mib(content.length),
      ...(['read', 'write', 'check', 'seconds'] as const).map((step) => seconds(own.map((one) => one[step]))),
      mib(Math.max(...own.map(({ memory }) => memory))),
    ];
    if (hasPeer) {
      const [mine, theirs] = [own, other].map((all) => median(all.map((one) => one.seconds)));
      cells.push(
        `  ${seconds(other.map((one) => one.seconds))}`,
        mib(Math.max(...other.map(({ memory }) => memory))),
        (mine! / theirs!).toFixed(1).padStart(10),
      );
    }
    console.log([name.padEnd(19), ...cells].join(' '));
  }
  console.log('times in s, medians; memory: the peak of a program with its processes\n');
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const seconds = (values: readonly number[]): string => median(values).toFixed(2).padStart(7);
const mib = (bytes: number): string => `${(bytes / MIB).toFixed(bytes < MIB ? 1 : 0)} MiB`.padStart(8);

/** Prints how many letters of pictures are read wrongly, and how many values another OCR program still reads in written ones. */
async function printQuality(folder: string, { ours, others }: Programs): Promise<void> {
  console.log('pictures             number  wrong letters  values  readable   hidden: ours   Presidio');
  for (const language of ['german', 'english'])
    for (const kind of ['print', 'photo', 'bad photo']) {
      const names = Object.entries(PDF_AND_PICTURES)
        .filter(([, fixture]) => fixture.language === language && fixture.kind === kind && fixture.text)
        .map(([name]) => name);
      let [wrong, letters, planted, readable, left, leftByOthers] = [0, 0, 0, 0, 0, 0];
      for (const name of names) {
        const { text = '', values } = PDF_AND_PICTURES[name]!;
        const [source, format] = [join(FIXTURES, name), extname(name).slice(1)];
        const [target, otherTarget] = [join(folder, `ours.${format}`), join(folder, `other.${format}`)];
        const own = await ours.hide({ format, source, target, values, withOcr: true });
        await others.hide({ format, source, target: otherTarget, values, withOcr: true });
        wrong += distance(joined(text), joined(own.text));
        letters += joined(text).length;
        // Values that the judge cannot read in the picture before would count as hidden.
        readable += countIn(readByTesseract(source), values);
        planted += countIn(text, values);
        left += countIn(readByTesseract(target), values);
        leftByOthers += countIn(readByTesseract(otherTarget), values);
      }
      const share = (count: number): string => `${((1 - count / readable) * 100).toFixed(1)} %`;
      console.log(
        `${`${kind}, ${language}`.padEnd(20)} ${String(names.length).padStart(6)} ${((wrong / letters) * 100).toFixed(2).padStart(12)} % ${String(planted).padStart(7)} ${String(readable).padStart(9)} ${share(left).padStart(14)} ${share(leftByOthers).padStart(10)}`,
      );
    }
  console.log(
    'readable: the values that `tesseract` reads in the picture before; hidden: the share of them that it does not read after',
  );
}

const readByTesseract = (picture: string): string =>
  execFileSync('tesseract', [picture, '-', '-l', 'deu+eng', '-c', 'thresholding_method=2'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();

const joined = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '');

function countIn(text: string, values: readonly string[]): number {
  const searched = joined(text);
  return values.reduce((sum, value) => sum + searched.split(joined(value)).length - 1, 0);
}

/** Returns by how many letters two texts differ (Levenshtein). */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let k = 1; k <= b.length; k += 1)
      row.push(Math.min(before[k]! + 1, row[k - 1]! + 1, before[k - 1]! + (a[i - 1] === b[k - 1] ? 0 : 1)));
    before = row;
  }
  return before.at(-1)!;
}

void main();
