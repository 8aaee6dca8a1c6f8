import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import type { TextChange } from '../editing/text-editor';
import { FORMAT_CODE } from '../format-code';
import { formatOf } from '../formats';

const FIXTURES = join(__dirname, '../../../../test/fixtures/files');
const KINDS = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];

interface Planted {
  maker: string;
  values: string[];
  drop?: Droppable[];
}

const all = KINDS.flatMap((kind): [string, Planted][] =>
  readdirSync(FIXTURES).includes(`${kind}.json`)
    ? Object.entries(
        JSON.parse(readFileSync(join(FIXTURES, `${kind}.json`), 'utf8')) as Record<string, Planted>,
      )
    : [],
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
const VALUES = [...LABELS.keys()];

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
const hide = (text: string): TextChange[] =>
  changesOf(text, VALUES, (found) => LABELS.get(VALUES.find((value) => normal(value) === normal(found))!)!);

async function rewritten(
  name: string,
  file: Buffer,
  drop: readonly Droppable[],
  change: (text: string, index: number) => TextChange[],
) {
  const code = FORMAT_CODE[formatOf(name)!.name];
  const options = { drop: new Set(drop) };
  const { texts, memory } = await readTexts(code, file, options);
  const changes = texts.map(({ text }, index) => ({ length: text.length, of: change(text, index) }));
  return { texts, ...(await writeTexts(code, file, { changes, memory }, options)) };
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

/** The parts of a zip file, by its directory. It shares no code with the product. */
function* partsOf(file: Buffer): Generator<[string, Buffer]> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    const lengths = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const name = file.toString('utf8', at + 46, at + 46 + lengths[0]!);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    yield [name, file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)];
    at += 46 + lengths[0]! + lengths[1]! + lengths[2]!;
  }
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();
const NEEDLES = [...VALUES, 'Brüggemann', 'brueggemann', 'Br\u00c3\u00bcggemann', 'Br_fc_ggemann'].map(
  squeezed,
);

/** Attributes with prefix and local name of every element, and its characters, in order. */
const outline = (file: Buffer): string[] => [...partsOf(file)].map(([name]) => name).sort();

describe('Office files of many programs', () => {
  it('are at least 70, in six formats', () => {
    expect(all.length).toBeGreaterThanOrEqual(70);
    expect(new Set(all.map(([name]) => name.split('.').at(-1)))).toEqual(new Set(KINDS));
  });

  it.each(all)('%s has no planted value after it was rewritten', async (name, { values, drop = [] }) => {
    const file = readFileSync(join(FIXTURES, name));
    const { content, texts } = await rewritten(name, file, drop, hide);
    for (const [part, form] of formsOf(content)) {
      const searched = squeezed(form);
      for (const needle of NEEDLES)
        if (searched.includes(needle)) expect(`${part}: …${excerpt(searched, needle)}…`).toBe('');
    }
    const code = FORMAT_CODE[formatOf(name)!.name];
    const options = { drop: new Set(drop) };
    await expect(partsWithValues(code, content, VALUES, options)).resolves.toEqual([]);
    // The texts of the file show the values, so that detection can find them.
    const shown = squeezed(texts.map(({ text }) => text).join('\n'));
    for (const value of values) expect([value, shown.includes(squeezed(value))]).toEqual([value, true]);
    // The texts belong to parts that the format declares.
    const { parts } = formatOf(name)!;
    expect(texts.map(({ part }) => part).filter((part) => !Object.hasOwn(parts, part))).toEqual([]);
  });

  it.each(all.filter(([, { drop }]) => !drop))('%s gets every text back', async (name) => {
    const file = readFileSync(join(FIXTURES, name));
    const found: string[][] = [];
    const { content, texts } = await rewritten(name, file, [], (text, index) => {
      const changes = hide(text);
      found[index] = changes.map(({ start, end }) => text.slice(start, end));
      return changes;
    });
    const labels = [...LABELS.values()];
    const again = await rewritten(name, content, [], (text) =>
      [...text.matchAll(/\[?((?:NAME|MAIL|PHONE|IBAN|STREET|ID)_\d)\]?/g)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        replacement: VALUES[labels.indexOf(`[${match[1]}]`)]!,
      })),
    );
    const { texts: restored } = await readTexts(FORMAT_CODE[formatOf(name)!.name], again.content, {
      drop: new Set(),
    });
    // No author is written, and a chart cannot show a label instead of a number.
    const plain = (list: typeof texts) =>
      list
        .filter(({ part, text }) => part !== 'authors' && !(part === 'drawings' && /^\d+$/.test(text)))
        .map(({ part, text }) => `${part}: ${normal(text)}`);
    expect(plain(restored)).toEqual(plain(texts));
    expect(outline(again.content)).toEqual(outline(content));
  });
});

const excerpt = (text: string, needle: string): string =>
  text.slice(Math.max(0, text.indexOf(needle) - 60), text.indexOf(needle) + 60);
