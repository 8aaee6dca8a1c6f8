import { SaxesParser } from 'saxes';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { EditOptions, WrittenText } from '../editing/file-format';
import { pictureTypeOf } from '../pictures/picture-pieces';
import { UnreadableFile } from '../unreadable';
import { isBlank } from './blank-files';
import { textsOfPicture } from './office-pictures';
import { isProgram, isUsualTheme } from './programs-and-themes';

/** Elements that are one text, over all runs in them. */
const TEXTS = new Set(['p', 'h', 'si', 'is', 'text', 'rPh', 'c', 'table-cell', 'annotation', 'note', 'pt']);
/** Attributes in which each word can be a name. Others with one word are words of the format. */
const WORDS = new Set(
  (
    'name title descr description tooltip display displayname author initials caption prompt prompttitle error errortitle ' +
    'codename comment label alias tag val value v text string href target userid username user providerid ' +
    'string-value display-name help-message target-frame-name sheet refersto'
  ).split(' '),
);
/** Elements with a `val` that is a word of the format, and elements with names of fonts, styles and shapes. */
const FORMAT_ELEMENTS =
  /^(?!(?:alias|tag|docVar|lvlText|listItem|listEntry|statusText|helpText|default|docPart|description|aliases|tblCaption|tblDescription|attr|filter|customFilter|inputCells|sheetName|strVal|title|desc)$)/;
const FONTS = new Set([
  'lsdException',
  'latinStyles',
  'rFonts',
  'latin',
  'ea',
  'cs',
  'sym',
  'font',
  'buFont',
  'font-face',
  'rFont',
  'gd',
  'altName',
  'cellStyle',
  'tableStyleInfo',
]);
/** Attributes with types of content, fonts, lengths and colors. Names of parts are searched as names of files. */
const FORMAT_ATTRIBUTE =
  /^(?:style|ContentType|PartName|manifest:(?:media-type|full-path)|fo:.*|style:(?:font|border|shadow).*|svg:font.*)$/;
const PAGE_HEADER = /^(?:odd|even|first)(?:Header|Footer)$/;
/** Codes within headers and footers of sheets. Names of fonts in them are searched. */
const HEADER_CODE = /&(?:K[\dA-F]{6}|K\d\d[+-]\d{3}|\d{1,3}|["a-z&+-])/gi;
const NUMBER = /^[-+]?[\d.]*\d%?$/;
const TOKEN = /^[A-Za-z0-9_.:#{}%+*-]*$/;
const FONT_FILE = /\.(?:odttf|ttf|otf|fntdata|eot|woff2?)$/i;
/** Names that programs give to parts. */
const USUAL_NAME =
  /^(?:\[Content_Types\]|\.rels|mimetype|document|styles|settings|webSettings|fontTable|numbering|(?:foot|end)notes|comments\w*|header|footer|theme|themeOverride|people|person|workbook|sheet|sharedStrings|calcChain|table|drawing|vmlDrawing|chart|chartEx|colors|style|core|app|item|itemProps|image|media|slide|slideLayout|slideMaster|notesSlide|notesMaster|handoutMaster|presentation|presProps|viewProps|tableStyles|commentAuthors|authors|tag|data|layout|quickStyle|oleObject|content|meta|manifest|pivot\w*|slicer\w*|timeline\w*|externalLink|threadedComment|metadata|font|hdphoto|ctrlProp|Microsoft_\w+)\d*(?:\.\w+)*$/i;
/** Elements with the name of the program that wrote the file, also in place of an author. */
const PROGRAMS = new Set([
  'Application',
  'AppVersion',
  'generator',
  'creator',
  'lastModifiedBy',
  'initial-creator',
]);
const THEMES = new Set(['theme', 'clrScheme', 'fontScheme', 'fmtScheme']);
/** Elements and attributes with formulas. */
const FORMULAS = /^(?:f|formula[12]?|definedName|condition|expression)$/;
const TYPE_OF_OPENDOCUMENT = /^application\/vnd\.oasis\.opendocument\.[a-z]+\s*$/;
/** Functions with names that are also words or names of people, and the strings and quoted names of formulas, which are searched. */
const STRINGS_AND_FUNCTIONS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.])(?:_xlfn\.)?(?:ABS|ACCESS|ADDRESS|AND|AREAS|AVERAGE|BASE|CELL|CHAR|CHOOSE|CLEAN|CODE|COLUMNS?|COS|COUNT|DATE|DAYS?|DB|DEC|DELTA|DOLLAR|DURATION|EDATE|EVEN|EXACT|EXP|FACT|FALSE|FILTER|FIND|FIXED|FLOOR|GAUSS|GESTEP|GROWTH|HOUR|IF|INDEX|INFO|INT|LARGE|LEFT|LEN|LET|LINEST|LN|LOG|LOOKUP|LOWER|MAP|MATCH|MAX|MEDIAN|MID|MIN|MINUTE|MODE|MONTH|NA|NETWORKDAYS|NOMINAL|NOT|NOW|ODD|OFFSET|OR|PI|POWER|PRICE|PROB|PRODUCT|PROPER|QUARTILE|RAND|RANK|RATE|RECEIVED|REPLACE|RIGHT|ROMAN|ROUND|ROWS?|RTD|SCAN|SEARCH|SECOND|SHEETS?|SIGN|SIN|SKEW|SLOPE|SMALL|SORT|SUM|SWITCH|TAKE|TAN|TEXT|TIME|TODAY|TREND|TRIM|TRUE|TYPE|UNIQUE|UPPER|VALUE|VAR|WEEKDAY|WORKDAY|YEAR|YIELD)(?=\()/gu;

/** Names that programs give to folders of parts. */
const USUAL_FOLDER =
  /^(?:_rels|word|xl|ppt|docProps|customXml|glossary|theme|worksheets|chartsheets|slides|slide(?:Layouts|Masters)|notes(?:Slides|Masters)|handoutMasters|charts|drawings|diagrams|embeddings|media|comments|threadedComments|persons|tables|pivot(?:Tables|Cache)|externalLinks|tags|ctrlProps|fonts|META-INF|Pictures|Object \d+)$/;

/**
 * Yields everything in a written office file that could contain a value. It reads with saxes and knows little of the formats,
 * so it does not repeat what the rewriting code takes for markup. Words and short numbers where formats have their own words
 * are left out.
 */
export async function* readOfficeAgain(
  file: Buffer,
  options: EditOptions,
  depth = 0,
): AsyncGenerator<WrittenText> {
  if (depth > 4) throw new UnreadableFile('expands_too_far');
  const zip = await fromBufferPromise(file, { validateEntrySizes: true });
  if (zip.comment) yield { part: 'file', text: zip.comment };
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, fileComment } = entry;
    if (fileComment) yield { part: 'file', text: fileComment };
    for (const step of name.split('/').slice(-1))
      if (!USUAL_NAME.test(step)) yield { part: 'names_of_parts', text: step };
    const content = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    yield* partAgain(entry, content, options, depth);
  }
}

/** Returns the name of a part, unless people may have given it. */
const partOf = (name: string): string =>
  name.split('/').every((step) => USUAL_NAME.test(step) || USUAL_FOLDER.test(step)) ? name : 'other';

async function* partAgain(
  { fileName: name }: Entry,
  content: AsyncIterable<Buffer>,
  options: EditOptions,
  depth: number,
): AsyncGenerator<WrittenText> {
  const chunks: Buffer[] = [];
  let xml: XmlAgain | undefined;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of content) {
    if (chunks.length === 0 && !xml && /^(?:\ufeff)?\s*</.test(chunk.toString('utf8', 0, 64)))
      xml = new XmlAgain(partOf(name));
    if (!xml) chunks.push(chunk);
    else yield* xml.read(decoder.decode(chunk, { stream: true }));
  }
  if (xml) {
    yield* xml.end();
    return;
  }
  const whole = Buffer.concat(chunks);
  if (name === 'mimetype' && TYPE_OF_OPENDOCUMENT.test(whole.toString('latin1'))) return;
  if (FONT_FILE.test(name) || isBlank(name, whole)) return;
  const picture = pictureTypeOf(whole);
  if (picture)
    for await (const text of textsOfPicture(whole, picture, options)) yield { part: partOf(name), text };
  else if (whole.toString('latin1', 0, 2) === 'PK') yield* readOfficeAgain(whole, options, depth + 1);
  else
    yield* [
      { part: partOf(name), text: whole.toString('latin1') },
      { part: partOf(name), text: whole.toString('utf16le') },
    ];
}

/** Collects the texts of a part of XML. */
class XmlAgain {
  private readonly parser = new SaxesParser();
  private found: WrittenText[] = [];
  private readonly texts: string[] = [];
  private readonly path: string[] = [];
  private cellType = '';
  private isBuiltIn = false;

  constructor(private readonly part: string) {
    this.parser.on('opentag', ({ name, attributes }) => this.open(localName(name), attributes));
    this.parser.on('closetag', ({ name }) => this.close(localName(name)));
    this.parser.on('text', (text) => this.text(text));
    this.parser.on('cdata', (text) => this.text(text));
    this.parser.on('comment', (text) => this.yield(text));
    this.parser.on('processinginstruction', ({ target, body }) => {
      if (target !== 'xml') this.yield(body);
    });
  }

  *read(piece: string): Generator<WrittenText> {
    this.parser.write(piece);
    yield* this.found;
    this.found = [];
  }

  *end(): Generator<WrittenText> {
    this.parser.close();
    yield* this.found;
    this.found = [];
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.path.push(name);
    if (TEXTS.has(name)) this.texts.push('');
    if (name === 'c') this.cellType = attributes['t'] ?? 'n';
    if (name === 'style')
      this.isBuiltIn = !Object.keys(attributes).some((key) => key.endsWith('customStyle'));
    if (FONTS.has(name) || (this.isBuiltIn && name === 'name')) return;
    if (THEMES.has(name) && isUsualTheme(attributes['name'] ?? '')) return;
    if (name === 'Relationship' && isInside(attributes)) return;
    for (const key in attributes) this.attribute(name, key, attributes[key]!);
    if (['tab', 'br', 'cr', 's', 'line-break'].includes(name) && this.texts.length > 0)
      this.texts[this.texts.length - 1] += ' ';
  }

  private attribute(element: string, name: string, value: string): void {
    if (FORMAT_ATTRIBUTE.test(name)) return;
    if (
      value.length < 2 ||
      name === 'xmlns' ||
      name.startsWith('xmlns:') ||
      value.startsWith('http://schemas.')
    )
      return;
    const local = localName(name).toLowerCase();
    if (NUMBER.test(value) ? value.length < 6 : TOKEN.test(value)) {
      if (!WORDS.has(local)) return;
      if ((local === 'val' || local === 'value') && FORMAT_ELEMENTS.test(element)) return;
    }
    this.yield(FORMULAS.test(local) ? withoutFunctions(value) : value);
  }

  private text(text: string): void {
    const around = this.path.at(-1) ?? '';
    if (PAGE_HEADER.test(around)) {
      this.yield(text.replaceAll(HEADER_CODE, ' '));
      return;
    }
    if (around === 'v') {
      if ('sbe'.includes(this.cellType) || /^-?\d{0,4}$|^-?\d*\.\d+(?:E[-+]?\d+)?$/i.test(text)) return;
    }
    if (PROGRAMS.has(around) && isProgram(text)) return;
    if (FORMULAS.test(around)) {
      this.yield(withoutFunctions(text));
      return;
    }
    if (around === 'instrText' || around === 'delInstrText' || this.texts.length === 0) this.yield(text);
    else this.texts[this.texts.length - 1] += text;
  }

  private close(name: string): void {
    this.path.pop();
    if (TEXTS.has(name)) this.yield(this.texts.pop() ?? '');
    if (name === 'style') this.isBuiltIn = false;
  }

  private yield(text: string): void {
    if (/[\p{L}\p{N}]/u.test(text)) this.found.push({ part: this.part, text });
  }
}

/** Returns whether a relation leads to a part of the file with a name that programs give. */
const isInside = ({ TargetMode, Target = '' }: Record<string, string>): boolean =>
  TargetMode !== 'External' && partOf(Target.replace(/^(?:\.\.\/)+|^\//, '')) !== 'other';

const withoutFunctions = (formula: string): string =>
  formula.replaceAll(STRINGS_AND_FUNCTIONS, (found) => (/^["']/.test(found) ? found : ' '));

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
