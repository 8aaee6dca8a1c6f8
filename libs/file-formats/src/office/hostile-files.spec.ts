import { deflateRawSync } from 'node:zlib';
import { zipFile } from '@app/testing';
import { readTexts } from '../editing/edit-file';
import { codeOf, FORMAT_CODE } from '../format-code';
import type { FormatName } from '../formats';

const read = (format: FormatName, file: Buffer) =>
  readTexts(FORMAT_CODE[format], file, { drop: new Set(), codeOf });

const TYPES = (parts: Readonly<Record<string, string>>): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(
    parts,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('')}</Types>`;
const RELATIONS = (...targets: readonly [string, string, string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const S =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const body = (content: string): string =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content}</w:body></w:document>`;
const workbook = (
  sheets: string,
  more: Readonly<Record<string, string | Buffer>> = {},
  types: Readonly<Record<string, string>> = {},
) =>
  zipFile({
    '[Content_Types].xml': TYPES({ 'xl/workbook.xml': `${SHEET}sheet.main+xml`, ...types }),
    '_rels/.rels': RELATIONS(['a', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${S}><sheets>${sheets}</sheets></workbook>`,
    ...more,
  });
const word = (
  parts: Readonly<Record<string, string | Buffer>>,
  types: Readonly<Record<string, string>> = {},
) =>
  zipFile({
    '[Content_Types].xml': TYPES({ 'word/document.xml': `${WORD}document.main+xml`, ...types }),
    '_rels/.rels': RELATIONS(['a', 'officeDocument', 'word/document.xml']),
    'word/document.xml': body('<w:p/>'),
    ...parts,
  });

describe('a hostile office file', () => {
  it.each<[string, FormatName, string, () => Promise<Buffer> | Buffer]>([
    ['nothing', 'docx', 'empty', () => Buffer.alloc(0)],
    ['text', 'xlsx', 'other_type', () => Buffer.from('Name;Telefon')],
    ['half a file', 'docx', 'damaged', async () => (await word({})).subarray(0, 600)],
    ['a file without its directory', 'odt', 'damaged', () => Buffer.from('PK\u0003\u0004'.padEnd(200, 'x'))],
    [
      'an old document',
      'docx',
      'other_type',
      () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2_000, '0'), 'hex'),
    ],
    [
      'an encrypted document',
      'docx',
      'encrypted',
      () =>
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    ],
    [
      'an encrypted OpenDocument',
      'odt',
      'encrypted',
      () =>
        zipFile({
          mimetype: 'application/vnd.oasis.opendocument.text',
          'content.xml': 'xxxx',
          'META-INF/manifest.xml':
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
        }),
    ],
    ['a workbook as a document', 'docx', 'other_type', () => workbook('')],
    ['a document as OpenDocument', 'ods', 'other_type', () => word({})],
    ['a flat OpenDocument', 'odt', 'other_type', () => Buffer.from('<office:document/>')],
    [
      'another type of OpenDocument',
      'odt',
      'other_type',
      () => zipFile({ mimetype: 'application/vnd.oasis.opendocument.graphics', 'content.xml': '<a/>' }),
    ],
    [
      'an entity from another file',
      'docx',
      'damaged',
      () => word({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }),
    ],
    [
      'entities that expand',
      'xlsx',
      'damaged',
      () =>
        workbook('', {
          'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
        }),
    ],
    ['a part that is no XML', 'docx', 'damaged', () => word({ 'word/document.xml': 'PK' })],
    [
      'a part in Latin-1',
      'docx',
      'damaged',
      () => word({ 'word/document.xml': Buffer.from('<a>\xfc</a>', 'latin1') }),
    ],
    [
      'an unknown part',
      'docx',
      'unknown_part',
      () => word({ 'word/other.xml': '<a>Anna</a>' }, { 'word/other.xml': 'application/vnd.other+xml' }),
    ],
    ['a part without a type', 'docx', 'unknown_part', () => word({ 'other.dat': 'Anna' })],
    [
      'an unknown part of OpenDocument',
      'odt',
      'unknown_part',
      () =>
        zipFile({
          mimetype: 'application/vnd.oasis.opendocument.text',
          'content.xml': '<a/>',
          'other.xml': '<a/>',
        }),
    ],
    [
      'connections',
      'xlsx',
      'external_data',
      () =>
        workbook(
          '',
          { 'xl/connections.xml': `<connections ${S}/>` },
          { 'xl/connections.xml': `${SHEET}connections+xml` },
        ),
    ],
    [
      'a history of changes',
      'xlsx',
      'revisions',
      () =>
        workbook(
          '',
          { 'xl/revisions/revisionLog1.xml': `<revisions ${S}/>` },
          { 'xl/revisions/revisionLog1.xml': `${SHEET}revisionLog+xml` },
        ),
    ],
    [
      'a path out of the file',
      'docx',
      'damaged',
      async () => renamed(await word({ 'word/aaaaaa.xml': '<a/>' }), 'word/aaaaaa.xml', '../../aaaaa.xml'),
    ],
    ['two parts of one name', 'docx', 'damaged', () => word({ 'WORD/document.xml': '<a/>' })],
    [
      'elements that are nested too deep',
      'docx',
      'expands_too_far',
      () => word({ 'word/document.xml': body('<w:p>'.repeat(1_500) + '</w:p>'.repeat(1_500)) }),
    ],
    ['a bomb of one part', 'docx', 'expands_too_far', () => bomb(3 * 1024 ** 3)],
    ['a part longer than declared', 'docx', 'damaged', () => bomb(10)],
  ])('with %s is refused', async (_, format, why, make) => {
    await expect(read(format, await make())).rejects.toMatchObject({ why });
  });

  it('with a paragraph without end is refused before all of it is in memory', async () => {
    const runs = '<w:r><w:t></w:t></w:r>'.repeat(100_000);
    const file = await word({ 'word/document.xml': body(`<w:p>${runs.repeat(6)}</w:p>`) });
    await expect(read('docx', file)).rejects.toMatchObject({ why: 'expands_too_far' });
  });

  it('with documents in documents is refused at a bounded depth', async () => {
    let file = await word({});
    for (let depth = 0; depth < 5; depth += 1)
      file = await word({ 'word/embeddings/a.docx': file }, { 'word/embeddings/a.docx': `${WORD}document` });
    await expect(read('docx', file)).rejects.toMatchObject({ why: 'expands_too_far' });
  });

  it('with relations in a circle is read once', async () => {
    const file = await word(
      {
        'word/_rels/document.xml.rels': RELATIONS(
          ['a', 'footer', 'footer1.xml'],
          ['b', 'officeDocument', 'document.xml'],
        ),
        'word/_rels/footer1.xml.rels': RELATIONS(
          ['a', 'footer', 'footer1.xml'],
          ['b', 'officeDocument', 'document.xml'],
        ),
        'word/footer1.xml': body('<w:p><w:r><w:t>Anna</w:t></w:r></w:p>'),
      },
      { 'word/footer1.xml': `${WORD}footer+xml` },
    );
    const { texts } = await read('docx', file);
    expect(texts).toEqual([{ part: 'headers_footers', text: 'Anna' }]);
  });

  it('with 2,000 sheets is read completely', async () => {
    const numbers = [...Array.from({ length: 2_000 }).keys()];
    const file = await workbook(
      numbers.map((n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="r${n}"/>`).join(''),
      {
        'xl/_rels/workbook.xml.rels': RELATIONS(
          ...numbers.map((n): [string, string, string] => [`r${n}`, 'worksheet', `worksheets/sheet${n}.xml`]),
        ),
        ...Object.fromEntries(
          numbers.map((n) => [
            `xl/worksheets/sheet${n}.xml`,
            `<worksheet ${S}><sheetData><row><c t="str"><v>Anna ${n}</v></c></row></sheetData></worksheet>`,
          ]),
        ),
      },
      Object.fromEntries(numbers.map((n) => [`xl/worksheets/sheet${n}.xml`, `${SHEET}worksheet+xml`])),
    );
    const { texts } = await read('xlsx', file);
    expect(texts.filter(({ part }) => part === 'cells')).toHaveLength(2_000);
  });
});

/** Renames a part in the file, in its header and in the directory. */
const renamed = (file: Buffer, from: string, to: string): Buffer =>
  Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1');

/** A file with a part of a million characters that declares another length. */
function bomb(declared: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(1024 ** 2, 0x20));
  const name = Buffer.from('[Content_Types].xml');
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(declared, 22);
  header.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.write('PK\u0001\u0002', 'latin1');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(content.length, 20);
  entry.writeUInt32LE(declared, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(header.length + name.length + content.length, 16);
  return Buffer.concat([header, name, content, entry, name, end]);
}
