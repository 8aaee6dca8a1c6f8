import type { EditOptions, FileFormat, FormatCode, PartRule } from '../editing/file-format';
import type { TextEditor } from '../editing/text-editor';
import { blankObject } from '../office/blank-files';
import { OfficePictures } from '../office/office-pictures';
import { newAllowance, OfficeZip, OfficeZipWriter, type Allowance } from '../office/office-zip';
import { readOfficeAgain } from '../office/read-office-again';
import { ShownTexts } from '../office/shown-texts';
import { rewriteXml, type Edit, type Vocabulary } from '../office/xml-rewriter';
import { scanXml } from '../text/read-xml';
import { UnreadableFile, type Unreadable } from '../unreadable';
import { kindOfPart, type PartKind } from './content-types';
import { docx } from './docx.format';
import { drawingVocabulary } from './drawing-vocabulary';
import { editFormula, type WorkbookNames } from './formula';
import { pptx } from './pptx.format';
import { absolute, ownerOf, relationsOf } from './relations';
import { cellKey, SheetCells } from './sheet-cells';
import { sheetVocabulary } from './sheet-vocabulary';
import { slideVocabulary } from './slide-vocabulary';
import { wordNames, wordVocabulary, type WordNames } from './word-vocabulary';
import { readWorkbook, workbookNames, type Workbook } from './workbook';
import { xlsx } from './xlsx.format';

const FORMATS: Readonly<Record<string, FileFormat>> = { docx, xlsx, pptx };
/** The main part of each format, by content type. */
const MAIN: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml': 'pptx',
};
/** The main parts of files with macros, and what they become without them. */
const WITH_MACROS: Readonly<Record<string, string>> = {
  'application/vnd.ms-word.document.macroenabled.main+xml':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  'application/vnd.ms-excel.sheet.macroenabled.main+xml':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  'application/vnd.ms-powerpoint.presentation.macroenabled.main+xml':
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
};
const CONTENT_TYPES = '[Content_Types].xml';
/** Relations that are left out wherever they are, with the part of the table that they are reported as. */
const DROPPED_RELATIONS: Readonly<Record<string, string>> = {
  attachedTemplate: 'templates',
  mailMergeSource: 'mail_merge',
  mailMergeHeaderSource: 'mail_merge',
  recipientData: 'mail_merge',
  transform: 'templates',
  extensibility: 'custom_ui',
};
/** How deep files can stand in files. */
const MOST_NESTED = 3;
/** Parts that are known but refused, with the reason for it. */
const REFUSED: Readonly<Record<string, Unreadable>> = {
  external_data: 'external_data',
  revisions: 'revisions',
};
/** The extension of a picture that repeats it as SVG (Microsoft, svgBlip). Without it, programs show the picture. */
const SVG_EXTENSION = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}';
const SVG = /^image\/svg\+xml$/i;

/** Returns the code of a format of Office Open XML. */
export const ooxmlCode = (format: 'docx' | 'xlsx' | 'pptx'): FormatCode => ({
  rewrite: (file, editor, options) =>
    rewritePackage(file, { editor, options, format, allowance: newAllowance(), depth: 0 }),
  readAgain: (file, options) => readOfficeAgain(file, options),
});

interface Request {
  editor: TextEditor;
  options: EditOptions;
  /** If absent, any of them */
  format?: string;
  allowance: Allowance;
  depth: number;
}

interface Part extends PartKind {
  name: string;
  type: string;
}

async function rewritePackage(file: Buffer, request: Request): Promise<Buffer> {
  const zip = await OfficeZip.open(file, request.allowance);
  const parts = await readParts(zip);
  const main = await mainOf(zip, parts, request);
  return new PackageRewriter(zip, parts, main, request).rewrite();
}

async function readParts(zip: OfficeZip): Promise<Map<string, Part>> {
  if (!zip.has(CONTENT_TYPES)) throw new UnreadableFile('other_type');
  const types = new Map<string, string>();
  const defaults = new Map<string, string>();
  await scanXml(zip.text(CONTENT_TYPES), {
    open: (name, { PartName, Extension, ContentType = '' }) => {
      if (name === 'Override' && PartName) types.set(PartName.slice(1).toLowerCase(), ContentType);
      if (name === 'Default' && Extension) defaults.set(Extension.toLowerCase(), ContentType);
      return undefined;
    },
  });
  const parts = new Map<string, Part>();
  for (const name of zip.names) {
    const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const type = types.get(name.toLowerCase()) ?? defaults.get(extension) ?? '';
    parts.set(name, { name, type, ...(name === CONTENT_TYPES ? { part: 'other' } : kindOfPart(name, type)) });
  }
  return parts;
}

/** Returns the main part and its format. */
async function mainOf(
  zip: OfficeZip,
  parts: ReadonlyMap<string, Part>,
  { format }: Request,
): Promise<{ name: string; format: string }> {
  const relations = await relationsOf(zip, '');
  const relation = relations.find(({ type }) => type === 'officeDocument');
  const part = parts.get(relation?.target ?? '');
  const type = part?.type.toLowerCase() ?? '';
  const found = Object.entries(MAIN).find(([known]) => known === (WITH_MACROS[type] ?? type))?.[1];
  if (!part || !found || (format ?? found) !== found) throw new UnreadableFile('other_type');
  return { name: part.name, format: found };
}

class PackageRewriter {
  private readonly texts: ShownTexts;
  private readonly pictures: OfficePictures;
  private readonly format: FileFormat;
  private readonly word: WordNames;
  private readonly names: WorkbookNames;
  private readonly dropped = new Set<string>();
  private workbook: Workbook | undefined;

  constructor(
    private readonly zip: OfficeZip,
    private readonly parts: ReadonlyMap<string, Part>,
    private readonly main: { name: string; format: string },
    private readonly request: Request,
  ) {
    this.format = FORMATS[main.format]!;
    this.pictures = new OfficePictures(request.editor, request.options);
    const hasPictures = [...parts.values()].some(({ part }) => part === 'pictures');
    this.texts = new ShownTexts(
      hasPictures ? this.pictures.learningEditor : request.editor,
      request.options.isRestoring,
    );
    this.word = wordNames(this.texts);
    this.names = workbookNames(this.texts, main.format === 'xlsx' ? 'names' : 'embedded_documents');
  }

  async rewrite(): Promise<Buffer> {
    const { editor } = this.request;
    this.decide();
    if (this.main.format === 'xlsx')
      this.workbook = await readWorkbook(this.zip, this.main.name, (kind) => this.ofKind(kind), this.names);
    if (this.main.format === 'docx') await this.readStyles();
    const writer = editor.isReading ? undefined : new OfficeZipWriter();
    for (const part of this.inOrder()) {
      const pieces = this.pieces(part);
      if (writer) await writer.add(part.name, pieces);
      else for await (const _ of pieces);
    }
    return (await writer?.end()) ?? Buffer.alloc(0);
  }

  /** Decides what is left out, and refuses what must be. */
  private decide(): void {
    const { editor, options } = this.request;
    if (options.isRestoring) return;
    for (const { name, part, type } of this.parts.values()) {
      if (type.toLowerCase() in WITH_MACROS && !options.drop.has('macros'))
        throw new UnreadableFile('macros');
      if (part === 'pictures') {
        if (!SVG.test(type) || options.drop.has('pictures')) continue;
        this.dropped.add(name);
        editor.drop('vector_pictures');
        continue;
      }
      const rule = this.ruleOf(part);
      if (rule === 'refuse') throw new UnreadableFile(REFUSED[part] ?? 'unknown_part');
      if (typeof rule === 'object' && !options.drop.has(rule.unlessDropped))
        throw new UnreadableFile(rule.unlessDropped);
      if (rule !== 'drop' && typeof rule !== 'object') continue;
      editor.drop(part);
      // An embedded object becomes empty, so that what refers to it stays valid.
      if (part !== 'embedded') this.dropped.add(name);
    }
    for (const name of this.parts.keys()) {
      const owner = ownerOf(name);
      if (owner && this.dropped.has(owner)) this.dropped.add(name);
    }
  }

  private ruleOf(part: string): PartRule {
    return this.format.parts[part]?.rule ?? 'refuse';
  }

  /**
   * Sheets come first, since they decide which shared strings remain; pictures come last, since values of all texts are searched
   * in them; other parts in the order of the file.
   */
  private inOrder(): Part[] {
    const first = new Set([CONTENT_TYPES, '_rels/.rels', this.main.name, ...(this.workbook?.sheets ?? [])]);
    const pictures = [...this.parts.values()].filter(({ part }) => part === 'pictures');
    const last = new Set([
      ...this.ofKind('spreadsheetml.sharedstrings'),
      ...pictures.map(({ name }) => name),
    ]);
    const rest = [...this.parts.keys()].filter((name) => !first.has(name) && !last.has(name));
    return [...first, ...rest, ...last]
      .filter((name) => this.parts.has(name) && !this.dropped.has(name))
      .map((name) => this.parts.get(name)!);
  }

  private ofKind(kind: string): string[] {
    return [...this.parts.values()]
      .filter(({ type }) => type.toLowerCase().endsWith(`.${kind}+xml`))
      .map(({ name }) => name);
  }

  private async *pieces(part: Part): AsyncGenerator<string | Buffer> {
    const { name } = part;
    if (this.texts.isRestoring && this.ruleOf(part.part) !== 'rewrite') yield* this.zip.bytes(name);
    else if (name === CONTENT_TYPES) yield* this.xml(part, this.contentTypes());
    else if (ownerOf(name) !== undefined) yield* this.xml(part, this.relations(ownerOf(name)!));
    else if (part.part === 'pictures') yield await this.pictures.rewrite(name, await this.zip.whole(name));
    else if (part.part === 'embedded') yield blankObject();
    else if (part.part === 'fonts') yield* this.zip.bytes(name);
    else if (part.part === 'embedded_documents') yield await this.embedded(name);
    else yield* this.xml(part, await this.vocabulary(part));
  }

  private xml({ name, part }: Part, vocabulary: Vocabulary): AsyncGenerator<string> {
    return rewriteXml(this.zip.text(name), part, vocabulary, this.texts);
  }

  private async vocabulary(part: Part): Promise<Vocabulary> {
    const vocabulary = this.vocabularyOf(part);
    const relations = await relationsOf(this.zip, part.name);
    const dropped = new Set(relations.filter((relation) => this.isDropped(relation)).map(({ id }) => id));
    const repeated = new Set(relations.filter(({ target }) => this.isRepeated(target)).map(({ id }) => id));
    const without: Edit = (id) => {
      // Without it, nothing would be shown.
      if (repeated.has(id)) throw new UnreadableFile('picture_formats');
      return dropped.has(id) ? undefined : id;
    };
    const attributes = Object.fromEntries(
      ['id', 'embed', 'link', 'pict', 'href'].map((name) => [`@r:${name}`, without]),
    );
    return {
      ...vocabulary,
      elements: {
        ...vocabulary.elements,
        ...(this.leavesControlsOut() && WITHOUT_CONTROLS),
        ...(repeated.size > 0 && WITHOUT_SVG),
      },
      attributes: { ...vocabulary.attributes, ...(dropped.size > 0 && attributes) },
    };
  }

  private vocabularyOf({ name, part, vocabulary, type }: Part): Vocabulary {
    const formulas = this.main.format === 'xlsx' ? 'formulas' : part;
    if (vocabulary === 'word') return wordVocabulary(this.texts, part, this.word);
    if (vocabulary === 'slide') return slideVocabulary(this.texts, part);
    if (vocabulary !== 'sheet') return drawingVocabulary(this.texts, part);
    const ofSheet = sheetVocabulary(this.texts, part, formulas, this.names);
    if (!this.workbook) return ofSheet;
    if (type.toLowerCase().endsWith('.spreadsheetml.sharedstrings+xml'))
      return sharedStrings(ofSheet, this.workbook, this.texts);
    if (!type.toLowerCase().endsWith('.spreadsheetml.worksheet+xml')) return ofSheet;
    const { strings, dateStyles, from1904, heads } = this.workbook;
    const cells = new SheetCells(
      {
        strings,
        dateStyles,
        from1904,
        names: this.names,
        heads: heads.get(name) ?? new Map<string, string>(),
      },
      this.texts,
    );
    return {
      ...ofSheet,
      tagKey: cellKey,
      observed: cells.observed,
      opened: (element, rewriter, isEmpty) => cells.opened(element, rewriter, isEmpty),
      closing: (element, rewriter) => cells.closing(element, rewriter),
    };
  }

  private contentTypes(): Vocabulary {
    const names = new Set([...this.dropped].map((name) => `/${name.toLowerCase()}`));
    return {
      elements: {
        'ct:Override': {
          isRemoved: (attributes) => names.has(attributes.get('PartName')?.toLowerCase() ?? ''),
        },
      },
      attributes: {
        '@ContentType': (type) => (this.texts.isRestoring ? type : (WITH_MACROS[type.toLowerCase()] ?? type)),
        '@PartName': 'markup',
        '@Extension': 'markup',
      },
    };
  }

  private relations(owner: string): Vocabulary {
    return {
      elements: {
        'rel:Relationship': {
          isRemoved: (attributes) => {
            const type = attributes.get('Type') ?? '';
            const isExternal = attributes.get('TargetMode') === 'External';
            const target = attributes.get('Target') ?? '';
            return this.isDropped({
              type: type.slice(type.lastIndexOf('/') + 1),
              target: isExternal ? target : absolute(owner, target),
              isExternal,
            });
          },
        },
      },
      attributes: {
        '@Id': 'markup',
        '@Type': 'markup',
        '@Target': (target, { attributes }) => {
          if (attributes.get('TargetMode') === 'External') return this.texts.link('links', target);
          if (!target.startsWith('#')) return target;
          return `#${editFormula(target.slice(1), 'links', this.texts, this.names)}`;
        },
      },
    };
  }

  private isDropped({
    type,
    target,
    isExternal,
  }: {
    type: string;
    target: string;
    isExternal: boolean;
  }): boolean {
    if (this.texts.isRestoring) return false;
    if (Object.hasOwn(DROPPED_RELATIONS, type)) return true;
    return !isExternal && this.dropped.has(target);
  }

  /** Returns whether a part is a picture that is left out, because another one shows the same. */
  private isRepeated(target: string): boolean {
    return this.dropped.has(target) && this.parts.get(target)!.part === 'pictures';
  }

  private leavesControlsOut(): boolean {
    return [...this.dropped].some((name) => /activex/i.test(this.parts.get(name)!.type));
  }

  private async embedded(name: string): Promise<Buffer> {
    const { editor, allowance, depth, options } = this.request;
    if (depth >= MOST_NESTED) throw new UnreadableFile('expands_too_far');
    const file = await this.zip.whole(name);
    try {
      return await rewritePackage(file, {
        editor: inside(editor, 'embedded_documents'),
        options,
        allowance,
        depth: depth + 1,
      });
    } catch (error) {
      // People may have embedded what would not be anonymized.
      if (this.texts.isRestoring && error instanceof UnreadableFile) return file;
      throw error;
    }
  }

  /** Shows the names of styles that people made. Their ids, which programs derive from them, follow. */
  private async readStyles(): Promise<void> {
    const { styles, styleIds } = this.word;
    for (const part of this.ofKind('wordprocessingml.styles')) {
      let id: string | undefined;
      await scanXml(this.zip.text(part), {
        open: (element, attributes) => {
          const value = (local: string): string | undefined =>
            Object.entries(attributes).find(([name]) => name.slice(name.indexOf(':') + 1) === local)?.[1];
          if (element === 'style') id = value('customStyle') === '1' ? value('styleId') : undefined;
          const name = element === 'name' ? value('val') : undefined;
          if (!id || !name) return undefined;
          if (styles.of(name) !== name) styleIds.set(id, `Style${styleIds.size + 1}`);
          return undefined;
        },
      });
    }
  }
}

const WITHOUT_SVG: Vocabulary['elements'] = {
  'a:ext': { isRemoved: (attributes) => attributes.get('uri')?.toUpperCase() === SVG_EXTENSION },
};
const WITHOUT_CONTROLS: Vocabulary['elements'] = {
  'w:control': { isRemoved: true },
  's:controls': { isRemoved: true },
  'p:controls': { isRemoved: true },
};

/** Empties the strings that no unchanged cell uses any more. What remains was shown in its cells. */
function sharedStrings(vocabulary: Vocabulary, { strings }: Workbook, texts: ShownTexts): Vocabulary {
  let index = 0;
  let start = 0;
  return {
    ...vocabulary,
    elements: { ...vocabulary.elements, 's:si': { edit: (text) => text } },
    observed: new Set(['s:si']),
    opened: (_, rewriter, isEmpty) => {
      start = rewriter.length;
      if (isEmpty) index += 1;
    },
    closing: (_, rewriter) => {
      if (!texts.editor.isReading && !texts.isRestoring && !strings.isKept(index)) {
        const prefix = /^<([^\s:>]+:)/.exec(rewriter.piece(start - 1))?.[1] ?? '';
        rewriter.replace(start, rewriter.length, `<${prefix}t/>`);
      }
      index += 1;
    },
  };
}

/** Shows everything in an inner file, but its authors, as one part of the outer one. */
const inside = (editor: TextEditor, part: string): TextEditor => ({
  isReading: editor.isReading,
  edit: (text) => editor.edit(text.part === 'authors' ? text : { ...text, part }),
  remember: (make) => editor.remember(make),
  drop: (dropped) => editor.drop(dropped),
  count: (what) => editor.count(what),
});
