import {
  BorderStyle,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  type ILevelsOptions,
  type IParagraphOptions,
} from 'docx';

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

/** In twentieths of a point. */
const INDENT = 425;
const DEEPEST = 8;
const FONT = 'Calibri';
const CODE_FONT = 'Consolas';
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'B0B0B0' };
const HEADINGS = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 };
/** Sizes in half points, spaces in twentieths of a point. */
const HEADING_STYLES = {
  title: [40, 240],
  heading1: [30, 320],
  heading2: [26, 260],
  heading3: [23, 220],
} as const;

/** Writes a document for word processors. It contains its title and no author or time. */
export function docxOf({ title, language, blocks }: Docx): Promise<Blob> {
  const writer = new Writer();
  const children = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: runsOf([{ text: title }]) }),
    ...writer.blocks(blocks, 0),
  ];
  const headings = Object.entries(HEADING_STYLES).map(([name, [size, before]]) => [
    name,
    { run: { size, bold: true }, paragraph: { spacing: { before, after: 100 }, keepNext: true } },
  ]);
  return Packer.toBlob(
    new Document({
      styles: {
        default: {
          document: {
            run: { font: FONT, size: 22, language: { value: language } },
            paragraph: { spacing: { after: 120, line: 269 } },
          },
          ...Object.fromEntries(headings),
        },
      },
      numbering: { config: writer.numbering },
      sections: [{ children }],
    }),
    undefined,
    [{ path: 'docProps/core.xml', data: propertiesOf(title) }],
  );
}

const METADATA = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns the properties of a document, in place of those of the library, which contain the time. */
const propertiesOf = (title: string): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  `<cp:coreProperties xmlns:cp="${METADATA}" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
  `<dc:title>${printable(title).replaceAll(/[&<>]/g, (sign) => ENTITIES[sign]!)}</dc:title></cp:coreProperties>`;

type Written = Paragraph | Table;

/** Writes blocks, and notes their lists: each numbered list has its own count. */
class Writer {
  readonly #firsts: number[] = [];

  blocks(blocks: readonly Block[], depth: number): Written[] {
    return blocks.flatMap((block) => this.#block(block, depth));
  }

  get numbering() {
    const bullets = { reference: 'bullets', levels: levels(LevelFormat.BULLET, () => '•', 1) };
    const numbered = this.#firsts.map((first, i) => ({
      reference: `numbers-${i}`,
      levels: levels(LevelFormat.DECIMAL, (level) => `%${level + 1}.`, first),
    }));
    return [bullets, ...numbered];
  }

  #block(block: Block, depth: number): Written[] {
    const indent = depth > 0 ? { indent: { left: depth * INDENT } } : {};
    switch (block.type) {
      case 'heading':
        return [new Paragraph({ heading: HEADINGS[block.level], children: runsOf(block.line) })];
      case 'paragraph':
        return [new Paragraph({ ...indent, children: runsOf(block.line) })];
      case 'code':
        return [
          new Paragraph({
            ...indent,
            shading: { type: ShadingType.CLEAR, fill: 'F2F2F2' },
            children: runsOf([{ text: block.text, code: true }]),
          }),
        ];
      case 'quote':
        return this.blocks(block.blocks, depth + 1);
      case 'list':
        return this.#list(block, depth);
      case 'table':
        return tableOf(block.rows);
      case 'rule':
        return [new Paragraph({ border: { bottom: { ...LINE, space: 1 } } })];
    }
  }

  #list({ first, entries }: Extract<Block, { type: 'list' }>, depth: number): Written[] {
    const reference = first === undefined ? 'bullets' : `numbers-${this.#firsts.push(first) - 1}`;
    const numbering: IParagraphOptions['numbering'] = { reference, level: Math.min(depth, DEEPEST) };
    return entries.flatMap(([head, ...rest]) => {
      // Only a paragraph can have the mark of the entry.
      const line = head?.type === 'paragraph' ? head.line : [];
      const others = head && head.type !== 'paragraph' ? [head, ...rest] : rest;
      return [new Paragraph({ numbering, children: runsOf(line) }), ...this.blocks(others, depth + 1)];
    });
  }
}

const levels = (
  format: (typeof LevelFormat)[keyof typeof LevelFormat],
  textOf: (level: number) => string,
  start: number,
): ILevelsOptions[] =>
  Array.from({ length: DEEPEST + 1 }, (_, level) => ({
    level,
    format,
    text: textOf(level),
    start,
    style: { paragraph: { indent: { left: (level + 1) * INDENT, hanging: INDENT } } },
  }));

/** Returns a run for each line of a text. */
const runsOf = (line: Line): TextRun[] =>
  line.flatMap(({ text, bold, italic, code, faint }) =>
    printable(text)
      .split('\n')
      .map(
        (part, i) =>
          new TextRun({
            children: part.split('\t').flatMap((piece, j) => (j > 0 ? [new Tab(), piece] : [piece])),
            ...(i > 0 && { break: 1 }),
            ...(bold && { bold }),
            ...(italic && { italics: italic }),
            ...(code && { font: CODE_FONT, size: 19 }),
            ...(faint && { color: '595959' }),
          }),
      ),
  );

function tableOf(rows: readonly (readonly Line[])[]): Written[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const table = new Table({
    borders: {
      top: LINE,
      left: LINE,
      bottom: LINE,
      right: LINE,
      insideHorizontal: LINE,
      insideVertical: LINE,
    },
    margins: { left: 100, right: 100 },
    rows: rows.map((row, index) => {
      const isHead = index === 0;
      return new TableRow({
        tableHeader: isHead,
        children: Array.from({ length: columns }, (_, column) => {
          const line = (row[column] ?? []).map((run) => (isHead ? { ...run, bold: true } : run));
          return new TableCell({ children: [new Paragraph({ children: runsOf(line) })] });
        }),
      });
    }),
  });
  // Two tables without a paragraph between them would be one.
  return [table, new Paragraph({})];
}

/** What XML cannot contain, not even escaped, for example half of a character of two parts. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const printable = (text: string): string => text.replaceAll(NOT_IN_XML, '\uFFFD');
