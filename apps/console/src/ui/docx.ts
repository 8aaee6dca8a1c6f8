import { strToU8, zipSync } from 'fflate';

/** A piece of a line. A line feed in it begins another line. */
export interface Run {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  /** Muted: what is beside the text, such as a time. */
  faint?: boolean;
}

export type Line = readonly Run[];

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3; line: Line }
  | { type: 'paragraph'; line: Line }
  | { type: 'code'; text: string }
  | { type: 'quote'; blocks: readonly Block[] }
  /** `first`: the number of the first entry; absent: a list without numbers. */
  | { type: 'list'; first?: number; entries: readonly (readonly Block[])[] }
  /** The first row is the head. */
  | { type: 'table'; rows: readonly (readonly Line[])[] }
  | { type: 'rule' };

export interface Docx {
  title: string;
  /** As HTML names it, such as `de`. */
  language: string;
  blocks: readonly Block[];
}

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Twentieths of a point. */
const INDENT = 425;
const DEEPEST = 8;

/** Writes a document for word processors (ECMA-376). It contains its title and no author or time. */
export function docxOf({ title, language, blocks }: Docx): Blob {
  const writer = new Writer();
  const body = [styled('Title', [{ text: title }]), writer.blocks(blocks, 0)].join('');
  const files = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relations([
      ['officeDocument', `${OFFICE}/officeDocument`, 'word/document.xml'],
      ['core', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
    'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:language>${escaped(language)}</dc:language></cp:coreProperties>`,
    'word/_rels/document.xml.rels': relations([
      ['styles', `${OFFICE}/styles`, 'styles.xml'],
      ['numbering', `${OFFICE}/numbering`, 'numbering.xml'],
    ]),
    'word/styles.xml': stylesOf(language),
    'word/numbering.xml': writer.numbering(),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1304" w:bottom="1304" w:left="1304" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  };
  const packed = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    { mtime: new Date(1980, 0, 1) },
  );
  return new Blob([packed as Uint8Array<ArrayBuffer>], { type: DOCX_TYPE });
}

/** Writes blocks, and notes their numbered lists: each has its own count. */
class Writer {
  readonly #firsts: number[] = [];

  blocks(blocks: readonly Block[], depth: number): string {
    return blocks.map((block) => this.#block(block, depth)).join('');
  }

  numbering(): string {
    const levels = (format: string, text: (level: number) => string) =>
      Array.from(
        { length: DEEPEST + 1 },
        (_, level) =>
          `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text(level)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${(level + 1) * INDENT}" w:hanging="${INDENT}"/></w:pPr></w:lvl>`,
      ).join('');
    const numbered = this.#firsts.map(
      (first, index) =>
        `<w:num w:numId="${index + 2}"><w:abstractNumId w:val="1"/>${Array.from(
          { length: DEEPEST + 1 },
          (_, level) =>
            `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${first}"/></w:lvlOverride>`,
        ).join('')}</w:num>`,
    );
    return `${HEAD}<w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>${levels('bullet', () => '•')}</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>${levels('decimal', (level) => `%${level + 1}.`)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${numbered.join('')}</w:numbering>`;
  }

  #block(block: Block, depth: number): string {
    switch (block.type) {
      case 'heading':
        return styled(`Heading${block.level}`, block.line);
      case 'paragraph':
        return paragraph(block.line, indent(depth));
      case 'code':
        return paragraph([{ text: block.text }], `<w:pStyle w:val="Code"/>${indent(depth)}`);
      case 'quote':
        return this.blocks(block.blocks, depth + 1);
      case 'list':
        return this.#list(block, depth);
      case 'table':
        return table(block.rows);
      case 'rule':
        return paragraph(
          [],
          '<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="1" w:color="B0B0B0"/></w:pBdr>',
        );
    }
  }

  #list({ first, entries }: Extract<Block, { type: 'list' }>, depth: number): string {
    const list = first === undefined ? 1 : this.#firsts.push(first) + 1;
    const level = Math.min(depth, DEEPEST);
    const mark = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;
    return entries
      .map(([head, ...rest]) => {
        // Only a paragraph can have the mark of the entry.
        const line = head?.type === 'paragraph' ? head.line : [];
        const others = head && head.type !== 'paragraph' ? [head, ...rest] : rest;
        return paragraph(line, mark) + this.blocks(others, depth + 1);
      })
      .join('');
  }
}

const indent = (depth: number): string => (depth > 0 ? `<w:ind w:left="${depth * INDENT}"/>` : '');

const paragraph = (line: Line, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${line.map(run).join('')}</w:p>`;

const styled = (style: string, line: Line): string => paragraph(line, `<w:pStyle w:val="${style}"/>`);

function run({ text, bold, italic, code, faint }: Run): string {
  const properties = [
    code && '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>',
    bold && '<w:b/>',
    italic && '<w:i/>',
    faint && '<w:color w:val="595959"/>',
  ].filter(Boolean);
  const content = text
    .split('\n')
    .map((part) => part.split('\t').map(written).join('<w:tab/>'))
    .join('<w:br/>');
  return `<w:r>${properties.length > 0 ? `<w:rPr>${properties.join('')}</w:rPr>` : ''}${content}</w:r>`;
}

const written = (text: string): string =>
  text === '' ? '' : `<w:t xml:space="preserve">${escaped(text)}</w:t>`;

function table(rows: readonly (readonly Line[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="B0B0B0"/>`)
    .join('');
  const written = rows.map((row, index) => {
    const isHead = index === 0;
    const cells = Array.from({ length: columns }, (_, column) => {
      const line = (row[column] ?? []).map((run) => (isHead ? { ...run, bold: true } : run));
      return `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${paragraph(line)}</w:tc>`;
    });
    return `<w:tr>${isHead ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`;
  });
  // Two tables without a paragraph between them would be one.
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders><w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${written.join('')}</w:tbl>${paragraph([])}`;
}

/** What XML cannot contain, not even escaped, for example half of a character of two parts. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  text
    .replaceAll(NOT_IN_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const relations = (of: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${of
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const WORDML = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORDML}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORDML}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${WORDML}.numbering+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

/** Sizes in half points, spaces in twentieths of a point. */
const HEADINGS = [
  ['Title', 'Title', 40, 240],
  ['Heading1', 'heading 1', 30, 320],
  ['Heading2', 'heading 2', 26, 260],
  ['Heading3', 'heading 3', 23, 220],
] as const;

function stylesOf(language: string): string {
  const headings = HEADINGS.map(
    ([id, name, size, before], index) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="${before}" w:after="100"/>${index > 0 ? `<w:outlineLvl w:val="${index - 1}"/>` : ''}</w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`,
  );
  return `${HEAD}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="${escaped(language)}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="269" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${headings.join('')}<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/><w:basedOn w:val="Normal"/><w:pPr><w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="19"/></w:rPr></w:style></w:styles>`;
}
