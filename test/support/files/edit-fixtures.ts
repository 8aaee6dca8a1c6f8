import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';

export const FIXTURES = join(__dirname, '../../fixtures/files');
const PROGRAM = join(__dirname, 'edit-files.cjs');

/** A fixture of PDF or of a picture, as the maker notes it. */
export interface Fixture {
  values: string[];
  /** Whether it is read with OCR; pictures always are */
  ocr?: boolean;
  drop?: string[];
  /** Why it is refused without `drop` and OCR */
  refusedFor?: string;
  language?: 'german' | 'english';
  /** What is written in a picture */
  text?: string;
  kind?: string;
}

export interface Outcome {
  refused?: string;
  texts: { part: string; text: string }[];
  report: { dropped: Record<string, number>; rasterizedPages: number; pagesReadByOcr: number };
  content: Buffer;
  /** The parts in which the product's own check still finds a value */
  left: string[];
}

export const PDF_AND_PICTURES = JSON.parse(
  readFileSync(join(FIXTURES, 'pdf-and-pictures.json'), 'utf8'),
) as Record<string, Fixture>;

/** Office files with pictures that hold values. */
export const OFFICE_PICTURES = JSON.parse(
  readFileSync(join(FIXTURES, 'office-pictures.json'), 'utf8'),
) as Record<string, Fixture>;
const ALL: Readonly<Record<string, Fixture>> = { ...PDF_AND_PICTURES, ...OFFICE_PICTURES };

export interface Order {
  name: string;
  drop?: readonly string[];
  ocr?: boolean;
}

/** How files are edited: by confined programs, as in the product, or by one process, which takes a third of the time. */
type Processes = 'confined' | 'together';

/** Hides the values of fixtures as the product does, and returns the outcome of each. */
export async function editFixtures(
  orders: readonly Order[],
  processes: Processes = 'confined',
): Promise<Outcome[]> {
  const files = orders.map(({ name, ...order }) => ({
    path: join(FIXTURES, name),
    values: ALL[name]!.values,
    ...order,
  }));
  return editFiles(files, processes);
}

/** Hides values of files as the product does, and returns the outcome of each. */
export async function editFiles(
  orders: readonly (Omit<Order, 'name'> & { path: string; values: readonly string[] })[],
  processes: Processes,
): Promise<Outcome[]> {
  const requests = orders.map(({ path, values, drop, ocr }) => ({
    path,
    values: values.map((value, i) => [value, `[KIND_${i + 1}]`]),
    drop: drop ?? [],
    ...(ocr && { ocr }),
  }));
  const child = spawn(process.execPath, [PROGRAM, `--${processes}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(requests));
  const [written] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const outcomes = JSON.parse(written) as (Outcome & { content?: string })[];
  return outcomes.map((outcome) => ({
    ...outcome,
    content: Buffer.from(String(outcome.content ?? ''), 'base64'),
  }));
}

/** Returns everything in a PDF as text: its bytes and every stream that can be inflated, without the product's code. */
export function everythingIn(pdf: Buffer): string {
  const pieces = [pdf];
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const start = at + 6 + (pdf[at + 6] === 13 ? 2 : 1);
    const inflated = tryInflate(pdf.subarray(start));
    if (inflated) pieces.push(inflated);
  }
  return Buffer.concat(pieces).toString('latin1');
}

function tryInflate(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { finishFlush: 2 });
  } catch {
    return undefined; // Not compressed in this way, as a picture.
  }
}

/** Returns the ways in which a value can be written in a PDF. */
export function writtenForms(value: string): string[] {
  const wide = Buffer.from(value, 'utf16le').swap16();
  const narrow = Buffer.from(value, 'latin1');
  return [narrow.toString('latin1'), wide.toString('latin1'), encodeURI(value)].flatMap((form) => {
    const hex = Buffer.from(form, 'latin1').toString('hex');
    return [form, hex, hex.toUpperCase()];
  });
}
