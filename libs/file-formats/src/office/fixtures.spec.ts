import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import propertyFactor from '../../../../tools/typescript/property-factor.cjs';
import {
  FIXTURES,
  hide,
  leftIn,
  OFFICE_FORMATS,
  officeFixtures,
  partNames,
  partsOf,
  restore,
  rewritten,
  squeezed,
  VALUES,
} from '../../testing/office-fixtures';
import { partsWithValues, readTexts } from '../editing/edit-file';
import type { FileText } from '../editing/text-editor';
import { codeOf, FORMAT_CODE } from '../format-code';
import { formatOf } from '../formats';

const all = officeFixtures();
/** With fewer runs of each property, a third of the files is tried for what is the same for all: that a part is copied. */
const share = propertyFactor < 1 ? 3 : 1;

/** Texts that come back as they were. No author is written, and what stands for a number is a text. */
const comparable = (texts: readonly FileText[]): string[] =>
  texts
    .filter(({ part, text }) => part !== 'authors' && !/^[\d.,E+]+$/i.test(text))
    .map(({ part, text }) => `${part}: ${squeezed(text)}`);

/** Yields all parts, and those of files in the file instead of these. */
function* allPartsOf(file: Buffer): Generator<[string, Buffer]> {
  for (const [part, bytes] of partsOf(file)) {
    if (part.endsWith('/')) continue;
    if (bytes.toString('latin1', 0, 2) === 'PK')
      for (const [inner, content] of allPartsOf(bytes)) yield [`${part}/${inner}`, content];
    else yield [part, bytes];
  }
}

/** The outcome of hiding the values of a fixture, which several tests look at. */
const outcomes = new Map<string, ReturnType<typeof rewritten>>();

function hidden({ name, drop }: (typeof all)[number]): ReturnType<typeof rewritten> {
  const known = outcomes.get(name) ?? rewritten(name, readFileSync(join(FIXTURES, name)), hide, { drop });
  outcomes.set(name, known);
  return known;
}

describe('Office files of many programs', () => {
  it('are at least 70, of all formats and at least five programs', () => {
    expect(all.length).toBeGreaterThanOrEqual(70);
    expect(new Set(all.map(({ name }) => name.split('.').at(-1)))).toEqual(new Set(OFFICE_FORMATS));
    expect(new Set(all.map(({ maker }) => maker.split(' ')[0])).size).toBeGreaterThanOrEqual(5);
  });

  it.each(all)('$name shows every planted value and has none after it was rewritten', async (fixture) => {
    const { name, values, drop } = fixture;
    const { content, texts } = await hidden(fixture);
    expect(leftIn(content)).toEqual([]);
    const { parts, name: format } = formatOf(name)!;
    await expect(
      partsWithValues(FORMAT_CODE[format], content, VALUES, { drop: new Set(drop), codeOf }),
    ).resolves.toEqual([]);
    const shown = squeezed(texts.map(({ text }) => text).join('\n'));
    expect(values.filter((value) => !shown.includes(squeezed(value)))).toEqual([]);
    expect(texts.filter(({ part }) => !Object.hasOwn(parts, part))).toEqual([]);
  });

  it.each(all.filter(({ drop }) => drop.length > 0))(
    '$name is refused unless it may drop $drop',
    async (fixture) => {
      const { name, drop } = fixture;
      const file = readFileSync(join(FIXTURES, name));
      const code = FORMAT_CODE[formatOf(name)!.name];
      for (const missing of drop) {
        const options = { drop: new Set(drop.filter((allowed) => allowed !== missing)), codeOf };
        await expect(readTexts(code, file, options)).rejects.toMatchObject({ why: missing });
      }
      const { report } = await hidden(fixture);
      expect(Object.keys(report.dropped)).toEqual(expect.arrayContaining(drop));
    },
  );

  it.each(all)('$name gets every text back', async (fixture) => {
    const { name, drop } = fixture;
    const { content, texts } = await hidden(fixture);
    const restored = await rewritten(name, content, restore, { isRestoring: true });
    const { texts: again } = await readTexts(FORMAT_CODE[formatOf(name)!.name], restored.content, {
      drop: new Set(drop),
      codeOf,
    });
    expect(comparable(again)).toEqual(comparable(texts));
    expect(partNames(restored.content)).toEqual(partNames(content));
  });

  it.each(all.filter((_, i) => i % share === 0))(
    '$name keeps every part while it is restored',
    async ({ name }) => {
      const file = readFileSync(join(FIXTURES, name));
      const { content, report } = await rewritten(name, file, () => [], { isRestoring: true });
      expect(report.dropped).toEqual({});
      const written = new Map(allPartsOf(content));
      const others = [...allPartsOf(file)].filter(([part, bytes]) => !written.get(part)?.equals(bytes));
      expect(others.map(([part]) => part)).toEqual([]);
    },
  );

  // Without its printer, a sheet loses the reference to it.
  it.each(
    all.filter(
      ({ drop, name }, i) => i % share === share - 1 && drop.length === 0 && name !== 'xlsx/printer.xlsx',
    ),
  )('$name without changes keeps texts and formats byte for byte', async ({ name }) => {
    const file = readFileSync(join(FIXTURES, name));
    const { content } = await rewritten(name, file, () => []);
    const written = new Map(partsOf(content));
    const parts = [...partsOf(file)].filter(([part]) => UNCHANGED.test(part));
    expect(parts.length).toBeGreaterThan(0);
    for (const [part, bytes] of parts) expect([part, written.get(part)?.equals(bytes)]).toEqual([part, true]);
  });
});

/** Parts without authors or anything else that is left out. */
const UNCHANGED =
  /^(?:styles\.xml|word\/(?:styles|numbering|(?:header|footer)\d+|(?:foot|end)notes)\.xml|xl\/(?:styles|worksheets\/sheet\d+|charts\/chart\d+)\.xml|ppt\/(?:slides|slideLayouts|slideMasters|notesSlides)\/\w+\.xml|.*theme\d+\.xml)$/;
