import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import type { Droppable } from '../editing/file-format';
import { withoutMetadata } from '../pictures/picture-pieces';
import { UnreadableFile } from '../unreadable';
import { listNamedPlaces } from './named-places';
import { nameAt, pictureFileOf, walk } from './pdf-objects';
import type { PdfPart } from './pdf.format';

/** What remains of the catalog. */
const CATALOG: ReadonlySet<string> = new Set(
  [
    'Type Pages Outlines Dests Names PageLabels OCProperties StructTreeRoot MarkInfo Lang',
    'ViewerPreferences PageLayout PageMode AcroForm Version',
  ].flatMap((words) => words.split(' ')),
);
/** The part of the catalog's other entries; they are metadata if they are not here. */
const CATALOG_PARTS: ReadonlyMap<string, PdfPart> = new Map([
  ['OpenAction', 'actions'],
  ['AA', 'actions'],
  ['URI', 'actions'],
  ['AF', 'attachments'],
  ['Collection', 'attachments'],
  ['Perms', 'signatures'],
  ['DSS', 'signatures'],
]);
/** Entries that are dropped wherever they are. */
const ANYWHERE: ReadonlyMap<string, PdfPart> = new Map([
  ['Metadata', 'metadata'],
  ['PieceInfo', 'metadata'],
  ['LastModified', 'metadata'],
  ['Thumb', 'metadata'],
  ['OPI', 'metadata'],
  ['Alternates', 'metadata'],
  ['CreatorInfo', 'metadata'],
  ['SeparationInfo', 'metadata'],
  ['JavaScript', 'actions'],
  ['JS', 'actions'],
  ['AA', 'actions'],
  ['AF', 'attachments'],
  ['EmbeddedFiles', 'attachments'],
]);
/** pdfTeX notes the files that it includes. */
const OF_TEX = /^PTEX\./;
const WITH_FILES: ReadonlySet<string> = new Set('FileAttachment Sound Movie Screen 3D RichMedia'.split(' '));
/** Where the links of a page wait while its other annotations are drawn into it. */
const LINKS = PDFName.of('KeptLinks');
const ANNOTATIONS = PDFName.of('Annots');
const PARAMETERS = PDFName.of('DecodeParms');

/**
 * Removes everything that can carry text without showing it on a page, and refuses what a request must agree to lose.
 *
 * @throws UnreadableFile
 */
export function dropCarriers(
  document: PDFDocument,
  allowed: ReadonlySet<Droppable>,
  drop: (part: PdfPart) => void,
): void {
  const { catalog } = document;
  if (catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True) throw new UnreadableFile('unknown_part');
  const found = whatNeedsAgreement(document);
  for (const what of ['signatures', 'embedded'] as const) {
    if (found.has(what) && !allowed.has(what)) throw new UnreadableFile(what);
  }
  if (found.has('signatures')) drop('signatures');
  if (found.has('embedded')) drop('attachments');
  if (document.context.trailerInfo.Info) drop('metadata');
  for (const [key] of catalog.entries()) {
    const name = key.decodeText();
    if (CATALOG.has(name)) continue;
    catalog.delete(key);
    drop(CATALOG_PARTS.get(name) ?? 'metadata');
  }
  listNamedPlaces(document);
  walk(document, catalog, (object, key) => {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return;
    for (const [name] of dict.entries()) {
      const part = OF_TEX.test(name.decodeText()) ? 'metadata' : ANYWHERE.get(name.decodeText());
      if (!part || isNameOfPart(key)) continue;
      dict.delete(name);
      drop(part);
    }
  });
  if (catalog.has(PDFName.of('AcroForm'))) drop('forms');
  for (const page of document.getPages()) keepLinks(page.node, drop);
  cleanPictures(document);
}

/** Drops definitions of forms: their fields keep texts that no page shows. Puts the links back. */
export function endForms(document: PDFDocument): void {
  document.catalog.delete(PDFName.of('AcroForm'));
  for (const { node } of document.getPages()) {
    node.delete(ANNOTATIONS);
    const links = node.get(LINKS);
    if (links) node.set(ANNOTATIONS, links);
    node.delete(LINKS);
  }
}

/** Replaces every picture by a gray one of one pixel. */
export function dropPictures(document: PDFDocument, drop: (part: PdfPart) => void): void {
  const { context } = document;
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream) || nameAt(object.dict, 'Subtype') !== 'Image') continue;
    const isMask = object.dict.lookup(PDFName.of('ImageMask')) === PDFBool.True;
    const dict = context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: 1,
      Height: 1,
      BitsPerComponent: isMask ? 1 : 8,
      ...(isMask ? { ImageMask: true } : { ColorSpace: 'DeviceGray' }),
    });
    context.assign(ref, PDFRawStream.of(dict, new Uint8Array([isMask ? 128 : 200])));
    drop('pictures');
  }
}

/** Keys of these dictionaries are names that a writer chose. */
const isNameOfPart = (key: string): boolean =>
  ['Dests', 'RoleMap', 'ClassMap', 'XObject', 'Font'].includes(key);

function whatNeedsAgreement(document: PDFDocument): Set<'signatures' | 'embedded'> {
  const found = new Set<'signatures' | 'embedded'>();
  if (['Perms', 'DSS'].some((key) => document.catalog.has(PDFName.of(key)))) found.add('signatures');
  if (document.catalog.has(PDFName.of('Collection'))) found.add('embedded');
  walk(document, document.catalog, (object) => {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return;
    if (nameAt(dict, 'FT') === 'Sig' && dict.has(PDFName.of('V'))) found.add('signatures');
    if (nameAt(dict, 'Type') === 'Sig') found.add('signatures');
    if (dict.has(PDFName.of('EF')) || WITH_FILES.has(nameAt(dict, 'Subtype') ?? '')) found.add('embedded');
    if (nameAt(dict, 'Type') === 'EmbeddedFile') found.add('embedded');
  });
  return found;
}

/** Keeps links apart from the other annotations, which are drawn into the page. */
function keepLinks(page: PDFDict, drop: (part: PdfPart) => void): void {
  const annotations = page.lookup(ANNOTATIONS);
  if (!(annotations instanceof PDFArray)) return void page.delete(ANNOTATIONS);
  const links: PDFObject[] = [];
  const others: PDFObject[] = [];
  for (const [i, entry] of annotations.asArray().entries()) {
    const dict = annotations.lookup(i);
    const isLink = dict instanceof PDFDict && nameAt(dict, 'Subtype') === 'Link';
    if (!isLink) {
      others.push(entry);
      drop('annotations');
      continue;
    }
    for (const [key] of dict.entries()) if (!LINK.has(key.decodeText())) dict.delete(key);
    const action = dict.lookup(PDFName.of('A'));
    if (action instanceof PDFDict && !['URI', 'GoTo'].includes(nameAt(action, 'S') ?? '')) {
      dict.delete(PDFName.of('A'));
      drop('actions');
    }
    links.push(entry);
  }
  page.set(ANNOTATIONS, page.context.obj(others));
  if (links.length > 0) page.set(LINKS, page.context.obj(links));
}

const LINK: ReadonlySet<string> = new Set(
  'Type Subtype Rect A Dest Border C H QuadPoints F StructParent BS'.split(' '),
);

/** Removes metadata within JPEG pictures, as the name of a photographer. */
function cleanPictures(document: PDFDocument): void {
  const { context } = document;
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const picture = pictureFileOf(object);
    if (picture?.filter !== 'DCTDecode') continue;
    const bytes = withoutMetadata(picture.file);
    object.dict.set(PDFName.of('Length'), PDFNumber.of(bytes.length));
    object.dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
    const parameters = object.dict.lookup(PARAMETERS);
    const ownParameters = parameters instanceof PDFArray ? parameters.asArray().at(-1) : undefined;
    if (ownParameters) object.dict.set(PARAMETERS, ownParameters);
    context.assign(ref, PDFRawStream.of(object.dict, bytes));
  }
}
