import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { readTexts, writeTexts, type WrittenFile } from '../src/editing/edit-file';
import type { Droppable, EditOptions } from '../src/editing/file-format';
import type { FileText, TextChange } from '../src/editing/text-editor';
import { codeOf, FORMAT_CODE } from '../src/format-code';
import { formatOf } from '../src/formats';

export const FIXTURES = join(__dirname, '../../../test/fixtures/files');
export const OFFICE_FORMATS = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'] as const;

export interface Fixture {
  name: string;
  maker: string;
  /** The planted values, wherever in the file */
  values: string[];
  /** What must be left out, since the file is refused otherwise */
  drop: Droppable[];
  content: Buffer;
}

/** Files that are refused. */
export const WITH_TRACKED_CHANGES = /tracked-changes/;

/** The office files of many programs with planted values. `test/fixtures/files/makers` makes them. */
export const officeFixtures = (): Omit<Fixture, 'content'>[] =>
  OFFICE_FORMATS.flatMap((format) =>
    Object.entries(
      JSON.parse(readFileSync(join(FIXTURES, `${format}.json`), 'utf8')) as Record<string, Fixture>,
    )
      .filter(([name]) => !WITH_TRACKED_CHANGES.test(name))
      .map(([name, { maker, values, drop = [] }]) => ({ name, maker, values, drop })),
  );

/** What stands for each planted value. */
const LABELS = new Map([
  ['katharina.brueggemann@example.org', '[MAIL_1]'],
  ['Katharina Brüggemann', '[NAME_1]'],
  ['DE89 3704 0044 0532 0130 00', '[IBAN_1]'],
  ['+49 30 1234567', '[PHONE_1]'],
  ['Lindenallee 17', '[STREET_1]'],
  ['4930123456789', '[ID_1]'],
  ['Brüggemann', '[NAME_2]'],
]);
export const VALUES = [...LABELS.keys()];

/** A value may be written with any blanks between its words. */
const patternOf = (values: readonly string[]): RegExp =>
  new RegExp(
    values
      .map((value) =>
        value
          .split(' ')
          .map((word) => word.replaceAll(/[.+[\]]/g, '\\$&'))
          .join('\\s+'),
      )
      .join('|'),
    'giu',
  );

function changesOf(text: string, values: readonly string[], to: (found: string) => string): TextChange[] {
  return [...text.matchAll(patternOf(values))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    replacement: to(match[0]),
  }));
}

const normal = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** Hides every planted value behind its label. */
export const hide = (text: string): TextChange[] =>
  changesOf(text, VALUES, (found) => LABELS.get(VALUES.find((value) => normal(value) === normal(found))!)!);

/** Replaces every label by its value, also where a name has no brackets. */
export const restore = (text: string): TextChange[] => {
  const labels = [...LABELS.values()];
  return [...text.matchAll(/\[?((?:NAME|MAIL|PHONE|IBAN|STREET|ID)_\d)\]?/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    replacement: VALUES[labels.indexOf(`[${match[1]}]`)]!,
  }));
};

/** Reads the texts of a file, and writes it with changes. */
export async function rewritten(
  name: string,
  file: Buffer,
  change: (text: string) => TextChange[],
  { drop = [], ...others }: Pick<EditOptions, 'isRestoring' | 'ocr'> & { drop?: readonly Droppable[] } = {},
): Promise<WrittenFile & { texts: FileText[] }> {
  const code = FORMAT_CODE[formatOf(name)!.name];
  const options = { drop: new Set(drop), codeOf, ...others };
  const { texts, memory } = await readTexts(code, file, options);
  const changes = texts.map(({ text }) => ({ length: text.length, of: change(text) }));
  return { texts, ...(await writeTexts(code, file, { changes, memory }, options)) };
}

/** Returns where a planted value, or a part of it that is a name, is left in a file, in any form. */
export function leftIn(file: Buffer): string[] {
  const left: string[] = [];
  for (const [part, form] of formsOf(file)) {
    const searched = squeezed(form);
    for (const needle of NEEDLES) {
      const at = searched.indexOf(needle);
      if (at !== -1) left.push(`${part}: ${searched.slice(Math.max(0, at - 40), at + 40)}`);
    }
  }
  return left;
}

/** Yields each part of a zip file in every form in which a reader could find text in it. */
function* formsOf(file: Buffer): Generator<[string, string]> {
  yield ['the names of parts', file.toString('latin1')];
  for (const [name, content] of partsOf(file)) {
    if (content.toString('latin1', 0, 2) === 'PK') yield* formsOf(content);
    const text = content.toString('utf8');
    if (!/^\ufeff?\s*</.test(text)) {
      yield* [text, content.toString('utf16le'), content.subarray(1).toString('utf16le')].map(
        (form): [string, string] => [name, form],
      );
      continue;
    }
    const decoded = text.replaceAll(/&#x([0-9a-f]+);|&#(\d+);/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    );
    yield [name, decoded];
    yield [name, decoded.replaceAll(/<[^>]*>/g, '')];
    yield [
      name,
      decoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1')),
    ];
  }
}

/** The parts of a zip file, by its directory, with functions that unpack them. It shares no code with the product. */
function* entriesOf(file: Buffer): Generator<[name: string, unpack: () => Buffer]> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    const lengths = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const name = file.toString('utf8', at + 46, at + 46 + lengths[0]!);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    const isStored = file.readUInt16LE(at + 10) === 0;
    yield [name, () => (isStored ? packed : inflateRawSync(packed))];
    at += 46 + lengths[0]! + lengths[1]! + lengths[2]!;
  }
}

/** The names of the parts of a zip file, sorted. */
export const partNames = (file: Buffer): string[] => [...entriesOf(file)].map(([name]) => name).sort();

/** The parts of a zip file. */
export function* partsOf(file: Buffer): Generator<[string, Buffer]> {
  for (const [name, unpack] of entriesOf(file)) yield [name, unpack()];
}

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();
const NEEDLES = [...VALUES, 'Brüggemann', 'brueggemann', 'Br\u00c3\u00bcggemann', 'Br_fc_ggemann'].map(
  squeezed,
);
