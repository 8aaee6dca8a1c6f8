import type { EditOptions, FileFormat, FormatCode, PartRule } from '../editing/file-format';
import type { TextEditor } from '../editing/text-editor';
import { blankObject } from '../office/blank-files';
import { OfficePictures } from '../office/office-pictures';
import { newAllowance, OfficeZip, OfficeZipWriter } from '../office/office-zip';
import { readOfficeAgain } from '../office/read-office-again';
import { asIdentifier, Names, ShownTexts } from '../office/shown-texts';
import { rewriteXml, type Vocabulary } from '../office/xml-rewriter';
import { scanXml } from '../text/read-xml';
import { UnreadableFile } from '../unreadable';
import type { DocumentNames } from './open-formula';
import { openVocabulary } from './open-vocabulary';
import { odp, ods, odt } from './opendocument.format';

const FORMATS: Readonly<Record<'odt' | 'ods' | 'odp', FileFormat>> = { odt, ods, odp };
const MAIN_PARTS = { odt: 'body', ods: 'cells', odp: 'slides' } as const;
const MIMETYPE = 'mimetype';
const MANIFEST = 'META-INF/manifest.xml';
/** What each part is, by its name. The first that matches decides. */
const KINDS: readonly [RegExp, string][] = [
  [/^mimetype$/, 'mimetype'],
  [/^META-INF\/manifest\.xml$/, 'other'],
  [/^META-INF\/(?:document|macro|package)signatures\.xml$/i, 'signatures'],
  [/^content\.xml$/, 'content'],
  [/^styles\.xml$/, 'styles'],
  [/^meta\.xml$/, 'properties'],
  [/^settings\.xml$/, 'settings'],
  [/^(?:Object [^/]+\/)+(?:content|styles|meta|settings)\.xml$/, 'objects'],
  [/^(?:Object [^/]+\/)*Thumbnails\//, 'thumbnails'],
  [/^(?:Object [^/]+\/)*(?:Configurations2\/|layout-cache$)/, 'configurations'],
  [/^(?:.*\/)?manifest\.rdf$/, 'custom_properties'],
  [/^(?:Basic|Scripts|Dialogs)\//, 'macros'],
  [/^(?:Object [^/]+\/)*ObjectReplacements\//, 'previews'],
  [/^Pictures\/TablePreview\d+\.svm$/, 'previews'],
  [/^(?:Object [^/]+\/)*Pictures\/[^/]+$/, 'pictures'],
  [/^media\/[^/]+$/i, 'embedded'],
  [/^Object [^/]+$/, 'embedded'],
  [/^Fonts\/[^/]+$/, 'fonts'],
];
/** A style that programs made for one place. */
const AUTOMATIC = /^[A-Za-z]{1,3}\d*$/;

/** Returns the code of a format of OpenDocument. */
export const opendocumentCode = (format: 'odt' | 'ods' | 'odp'): FormatCode => ({
  rewrite: (file, editor, options) => rewriteDocument(file, format, editor, options),
  readAgain: (file, options) => readOfficeAgain(file, options),
});

async function rewriteDocument(
  file: Buffer,
  format: 'odt' | 'ods' | 'odp',
  editor: TextEditor,
  options: EditOptions,
): Promise<Buffer> {
  const zip = await OfficeZip.open(file, newAllowance());
  if (!zip.has(MIMETYPE) || !zip.has('content.xml')) throw new UnreadableFile('other_type');
  const mimetype = (await zip.whole(MIMETYPE)).toString('latin1').trim();
  if (zip.has('encrypted-package') || (await isEncrypted(zip))) throw new UnreadableFile('encrypted');
  if (mimetype !== FORMATS[format].mediaType) throw new UnreadableFile('other_type');
  return new DocumentRewriter(zip, format, editor, options).rewrite();
}

async function isEncrypted(zip: OfficeZip): Promise<boolean> {
  let isEncrypted = false;
  if (zip.has(MANIFEST))
    await scanXml(zip.text(MANIFEST), {
      open: (name) => {
        isEncrypted ||= name === 'encryption-data';
        return undefined;
      },
    });
  return isEncrypted;
}

class DocumentRewriter {
  private readonly texts: ShownTexts;
  private readonly pictures: OfficePictures;
  private readonly names: DocumentNames;
  private readonly styles = new Map<string, string>();
  private readonly shownStyles = new Map<string, string>();
  private readonly dropped = new Set<string>();

  constructor(
    private readonly zip: OfficeZip,
    private readonly format: 'odt' | 'ods' | 'odp',
    private readonly editor: TextEditor,
    private readonly options: EditOptions,
  ) {
    this.pictures = new OfficePictures(editor, options);
    const hasPictures = zip.names.some((name) => kindOf(name) === 'pictures');
    this.texts = new ShownTexts(hasPictures ? this.pictures.learningEditor : editor, options.isRestoring);
    const show = (name: string): string => this.texts.edit('names', name);
    this.names = {
      sheets: new Names(
        show,
        (name) => name.replaceAll(/[[\]*?:/\\]/g, '').replaceAll(/^'+|'+$/g, '') || 'Sheet',
        255,
      ),
      defined: new Names(show, asIdentifier, 255),
      others: new Names(show, (name) => name, 1_000),
    };
  }

  async rewrite(): Promise<Buffer> {
    this.decide();
    await this.readStyles();
    if (this.format === 'ods') await this.readSheets();
    const writer = this.editor.isReading ? undefined : new OfficeZipWriter();
    // Programs recognize a document by its first part, which is not compressed.
    const others = this.zip.names.filter((name) => name !== MIMETYPE);
    // Values of all texts are searched in pictures.
    const isPicture = (name: string): boolean => kindOf(name) === 'pictures';
    const order = [MIMETYPE, ...others.filter((name) => !isPicture(name)), ...others.filter(isPicture)];
    for (const name of order.filter((name) => !this.dropped.has(name))) {
      const pieces = this.pieces(name);
      if (writer) await writer.add(name, pieces, { isStored: name === MIMETYPE });
      else for await (const _ of pieces);
    }
    return (await writer?.end()) ?? Buffer.alloc(0);
  }

  /** Decides what is left out, and refuses what must be. */
  private decide(): void {
    if (this.options.isRestoring) return;
    for (const name of this.zip.names) {
      const kind = kindOf(name);
      if (kind === 'mimetype' || kind === 'content' || kind === 'pictures') continue;
      const rule = this.ruleOf(kind);
      if (rule === 'refuse') throw new UnreadableFile('unknown_part');
      if (typeof rule === 'object' && !this.options.drop.has(rule.unlessDropped))
        throw new UnreadableFile(rule.unlessDropped);
      if (rule === 'drop') this.dropped.add(name);
      if (rule === 'drop' || typeof rule === 'object') this.editor.drop(kind);
    }
  }

  private ruleOf(kind: string): PartRule {
    return FORMATS[this.format].parts[kind]?.rule ?? 'refuse';
  }

  private async *pieces(name: string): AsyncGenerator<string | Buffer> {
    const kind = kindOf(name);
    const isKept = this.texts.isRestoring && kind !== 'content' && this.ruleOf(kind) !== 'rewrite';
    if (kind === 'mimetype' || kind === 'fonts' || isKept) yield* this.zip.bytes(name);
    else if (kind === 'pictures') yield await this.pictures.rewrite(name, await this.zip.whole(name));
    else if (kind === 'embedded') yield blankObject();
    else {
      const part = kind === 'content' ? MAIN_PARTS[this.format] : kind;
      const vocabulary = name === MANIFEST ? this.manifest() : this.vocabulary(part);
      yield* rewriteXml(this.zip.text(name), part, vocabulary, this.texts);
    }
  }

  private vocabulary(part: string): Vocabulary {
    const { texts, names, styles, shownStyles, zip } = this;
    const hasPart = (name: string): boolean => zip.has(name) || zip.has(`${name}/content.xml`);
    return openVocabulary({ part, texts, names, styles, shownStyles, hasPart });
  }

  private manifest(): Vocabulary {
    const folders = [
      'Thumbnails/',
      'Configurations2/',
      'Basic/',
      'Scripts/',
      'Dialogs/',
      'ObjectReplacements/',
    ];
    return {
      elements: {
        'manifest:file-entry': {
          isRemoved: (attributes) => {
            const path = attributes.get('manifest:full-path') ?? '';
            return this.dropped.has(path) || folders.some((folder) => path.startsWith(folder));
          },
        },
      },
      attributes: { '@manifest:full-path': 'markup', '@manifest:media-type': 'markup' },
    };
  }

  /** Shows the names of styles that people can see. The names by which parts refer to them follow. */
  private async readStyles(): Promise<void> {
    const seen = new Set<string>();
    for (const part of ['styles.xml', 'content.xml'].filter((name) => this.zip.has(name)))
      await scanXml(this.zip.text(part), {
        open: (element, attributes) => {
          if (!/^(?:style|list-style|master-page|page-layout)$/.test(element)) return undefined;
          const name = attributes['style:name'] ?? '';
          if (AUTOMATIC.test(name) || seen.has(name)) return undefined;
          seen.add(name);
          const shown = attributes['style:display-name'] ?? decodedName(name);
          const edited = this.texts.edit('names', shown);
          if (edited === shown) return undefined;
          this.shownStyles.set(shown, edited);
          this.styles.set(name, `Style_${this.styles.size + 1}`);
          return undefined;
        },
      });
  }

  private async readSheets(): Promise<void> {
    await scanXml(this.zip.text('content.xml'), {
      open: (element, attributes) => {
        const name = attributes['table:name'];
        if (!name) return undefined;
        if (element === 'table' && !name.includes('://')) this.names.sheets.of(name);
        if (/^(?:named-range|named-expression|database-range)$/.test(element)) this.names.defined.of(name);
        return undefined;
      },
    });
  }
}

const kindOf = (name: string): string => KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown';

/** Decodes the name of a style, in which `_20_` is a blank. */
const decodedName = (name: string): string =>
  name.replaceAll(/_([0-9a-f]{2,4})_/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
