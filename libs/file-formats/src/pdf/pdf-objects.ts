import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  decodePDFRawStream,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { UnreadableFile } from '../unreadable';
import type { PdfPart } from './pdf.format';

/** A string of an object: where it stands, and how it is changed. */
export interface StringPlace {
  part: PdfPart;
  text: string;
  isAddress: boolean;
  change(text: string): void;
}

/** Objects within objects are not followed deeper. */
const DEEPEST = 200;

/** Strings that are data or words of the format, by the key that they stand at. */
const NO_TEXT: ReadonlySet<string> = new Set(
  [
    'Registry Ordering CharSet FontFamily Panose Lang DA M CreationDate ModDate Lookup ID',
    'CheckSum O U OE UE Perms Cert OutputConditionIdentifier',
  ].flatMap((words) => words.split(' ')),
);
const OF_TAGS: ReadonlySet<string> = new Set(['Alt', 'ActualText', 'E', 'T', 'ID', 'Contents']);

export async function openObjects(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
}

/** Writes the objects that can be reached from the catalog, in compressed form. */
export async function saveObjects(document: PDFDocument): Promise<Buffer> {
  const { context } = document;
  context.trailerInfo.Info = undefined;
  context.trailerInfo.ID = undefined;
  const used = reachable(document, document.catalog);
  for (const [ref] of context.enumerateIndirectObjects())
    if (ref !== context.trailerInfo.Root && !used.has(ref)) context.delete(ref);
  return Buffer.from(
    await document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false }),
  );
}

/** Calls `visit` for every object that can be reached, each once; not for those that `visit` returns false for. */
export function walk(
  document: PDFDocument,
  from: PDFObject,
  visit: (object: PDFObject, key: string, ref?: PDFRef) => boolean | void,
): void {
  const seen = new Set<PDFObject>();
  const stack: { object: PDFObject; key: string; depth: number }[] = [{ object: from, key: '', depth: 0 }];
  while (stack.length > 0) {
    const { object: found, key, depth } = stack.pop()!;
    const ref = found instanceof PDFRef ? found : undefined;
    const object = ref ? document.context.lookup(ref) : found;
    if (!object) continue;
    if (object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFStream) {
      if (seen.has(object)) continue;
      seen.add(object);
    }
    if (visit(object, key, ref) === false) continue;
    if (!ref && depth > DEEPEST) throw new UnreadableFile('expands_too_far');
    const below = ref ? 0 : depth + 1;
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict)
      for (const [name, value] of dict.entries().reverse())
        stack.push({ object: value, key: name.decodeText(), depth: below });
    else if (object instanceof PDFArray)
      for (const value of object.asArray().toReversed()) stack.push({ object: value, key, depth: below });
  }
}

export function reachable(document: PDFDocument, from: PDFObject): Set<PDFRef> {
  const refs = new Set<PDFRef>();
  walk(document, from, (_, __, ref) => {
    if (ref) refs.add(ref);
  });
  return refs;
}

/** Returns every string of the objects, in an order that depends on the file alone. */
export function stringsOf(document: PDFDocument): StringPlace[] {
  const places: StringPlace[] = [];
  // A string may be an object of its own, as the titles of hyperref are. A changed one is written in the place of its reference.
  const direct = (value: PDFObject): PDFObject | undefined => document.context.lookup(value);
  walk(document, document.catalog, (object, key) => {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      for (const [name, entry] of dict.entries()) {
        const at = name.decodeText();
        const value = direct(entry);
        if (isString(value)) add(places, partOf(dict, at), at, value, (next) => dict.set(name, next));
        else if (at === 'Lang') dict.delete(name);
      }
    } else if (object instanceof PDFArray && !isData(object))
      for (const [i, value] of object
        .asArray()
        .map((entry) => direct(entry))
        .entries())
        if (isString(value)) add(places, partOfKey(key), key, value, (next) => object.set(i, next));
    return !(dict instanceof PDFDict && isFont(dict));
  });
  return places;
}

function add(
  places: StringPlace[],
  part: PdfPart,
  key: string,
  value: PDFString | PDFHexString,
  set: (next: PDFHexString | PDFString) => void,
): void {
  if (NO_TEXT.has(key) && part !== 'tags') return;
  const isAddress = key === 'URI' || key === 'F' || key === 'UF';
  const raw = textOf(value);
  const text = isAddress ? decodedAddress(raw) : raw;
  const change = (next: string): void =>
    set(
      isAddress ? PDFString.of(encodeURI(next).replaceAll(/[()\\]/g, '\\$&')) : PDFHexString.fromText(next),
    );
  if (/[\p{L}\p{N}]/u.test(text)) places.push({ part, text, isAddress, change });
}

/** Returns whether a text is UTF-16 without the mark of it. */
const isWide = (text: string): boolean =>
  text.length % 2 === 0 && [...text].every((unit, i) => (unit === '\0') === (i % 2 === 0));

/** Returns the text of a string, which can be bytes without any meaning. */
export function textOf(value: PDFString | PDFHexString): string {
  try {
    const text = value.decodeText();
    return isWide(text) ? Buffer.from(text, 'latin1').swap16().toString('utf16le') : text;
  } catch {
    return Buffer.from(value.asBytes()).toString('latin1');
  }
}

/** Returns an address with its escaped characters as they are read. */
export function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const isString = (value: PDFObject | undefined): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString;

/** Returns whether an array is a color space with its colors as string. */
const isData = (array: PDFArray): boolean => array.size() > 0 && array.get(0) === PDFName.of('Indexed');

const isFont = (dict: PDFDict): boolean =>
  ['Font', 'FontDescriptor', 'CIDFont'].includes(nameAt(dict, 'Type') ?? '');

export function nameAt(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

/** Returns the names of the filters of a stream, in the order of decoding. */
export function filtersOf(dict: PDFDict): string[] {
  const value = dict.lookup(PDFName.of('Filter'));
  if (value instanceof PDFName) return [value.decodeText()];
  if (!(value instanceof PDFArray)) return [];
  return value.asArray().map((_, i) => {
    const each = value.lookup(i);
    return each instanceof PDFName ? each.decodeText() : '';
  });
}

/**
 * Returns the file of a picture that is stored in its own format, without the encodings around it; undefined for others.
 *
 * @throws UnreadableFile
 */
export function pictureFileOf(stream: PDFRawStream): { filter: string; file: Buffer } | undefined {
  const { dict, contents } = stream;
  const filters = filtersOf(dict);
  const filter = filters.at(-1);
  if (filter !== 'DCTDecode' && filter !== 'JPXDecode') return undefined;
  if (filters.length === 1) return { filter, file: Buffer.from(contents) };
  const around = dict.clone();
  around.set(PDFName.of('Filter'), dict.context.obj(filters.slice(0, -1)));
  try {
    return { filter, file: Buffer.from(decodePDFRawStream(PDFRawStream.of(around, contents)).decode()) };
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
}

function partOf(dict: PDFDict, key: string): PdfPart {
  if (key === 'Title') return 'outline';
  if (nameAt(dict, 'Type') === 'OCG' || key === 'Name') return 'layers';
  if (
    dict.has(PDFName.of('S')) &&
    (dict.has(PDFName.of('P')) || dict.has(PDFName.of('K'))) &&
    OF_TAGS.has(key)
  )
    return 'tags';
  return partOfKey(key);
}

function partOfKey(key: string): PdfPart {
  if (['URI', 'F', 'UF'].includes(key)) return 'links';
  if (['Names', 'Limits', 'D', 'Dest', 'Dests'].includes(key)) return 'destinations';
  if (key === 'P') return 'page labels';
  if (OF_TAGS.has(key)) return 'tags';
  return 'other strings';
}
