import { readTexts, writeTexts } from '../editing/edit-file';
import { csvCode } from './rewrite-csv';
import { array, assert, asyncProperty, string } from 'fast-check';

const options = { drop: new Set<never>(), codeOf: () => undefined };

/** Writes a file in which `change` replaced each whole cell. */
async function withCells(file: string, change: (cell: string) => string): Promise<string> {
  const { texts } = await readTexts(csvCode, Buffer.from(file), options);
  const changes = texts.map(({ text }) => {
    const replacement = change(text);
    return {
      length: text.length,
      of: replacement === text ? [] : [{ start: 0, end: text.length, replacement }],
    };
  });
  return (await writeTexts(csvCode, Buffer.from(file), { changes, memory: [] }, options)).content.toString();
}

describe('csvCode', () => {
  it('shows the cells of a row together, and rows apart', async () => {
    const { texts } = await readTexts(csvCode, Buffer.from('name;city\r\n"Weber; Anna";Ulm\r\n'), options);
    expect(texts).toEqual([
      { part: 'cells', text: 'name' },
      { part: 'cells', text: 'city', joins: 'cell' },
      { part: 'cells', text: 'Weber; Anna' },
      { part: 'cells', text: 'Ulm', joins: 'cell' },
    ]);
  });

  it.each([
    ['a,b\n1,2\n', 'x', 'a,b\nx,2\n', '1'],
    ['a,b\r\n"1, 2",3', 'x', 'a,b\r\n"x",3', '1, 2'],
    ['a;b\n1;2', 'x;"y"', 'a;b\n"x;""y""";2', '1'],
    ['a\tb\n"l1\nl2"\t"q""q"\n', 'x', 'a\tb\n"l1\nl2"\t"x"\n', 'q"q'],
  ])('writes into %j only the changed cell', async (file, replacement, expected, cell) => {
    expect(await withCells(file, (text) => (text === cell ? replacement : text))).toBe(expected);
  });

  it.each([
    ['UTF-8', Buffer.from('\ufeffname;city\nMüller;Ulm\n')],
    ['UTF-16', Buffer.from('\ufeffname;city\nMüller;Ulm\n', 'utf16le')],
  ])('keeps the byte order mark of a file in %s out of its first cell', async (_, file) => {
    const { texts } = await readTexts(csvCode, file, options);
    expect(texts[0]).toEqual({ part: 'cells', text: 'name' });
    const changes = texts.map(({ text }) => ({ length: text.length, of: [] }));
    const { content } = await writeTexts(csvCode, file, { changes, memory: [] }, options);
    expect(content.toString()).toBe('\ufeffname;city\nMüller;Ulm\n');
  });

  it('marks a file that was not UTF-8, so that spreadsheet programs read its letters', async () => {
    const file = Buffer.from('name;city\nMüller;Ulm\n', 'latin1');
    const { texts } = await readTexts(csvCode, file, options);
    const changes = texts.map(({ text }) => ({ length: text.length, of: [] }));
    const { content } = await writeTexts(csvCode, file, { changes, memory: [] }, options);
    expect(content.toString()).toBe('\ufeffname;city\nMüller;Ulm\n');
  });

  it('reads a cell in quotes of 3 MB', async () => {
    const cell = 'x""'.repeat(1_000_000);
    expect(await withCells(`a;b\n"${cell}";Ulm\n`, (text) => (text === 'Ulm' ? '[CITY_1]' : text))).toBe(
      `a;b\n"${cell}";[CITY_1]\n`,
    );
  });

  it('returns any file without changes byte for byte', async () => {
    await assert(
      asyncProperty(array(string({ unit: 'grapheme' }), { minLength: 1 }), async (pieces) => {
        const file = `a${pieces.join(';"\n')}`.replaceAll(/[^\P{Cc}\n\t\r]/gu, '');
        expect(await withCells(file, (text) => text)).toBe(file);
      }),
    );
  });
});
