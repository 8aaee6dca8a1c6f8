import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { textOf, walk } from './pdf-objects';

const DESTS = PDFName.of('Dests');
const NAMES = PDFName.of('Names');

/**
 * Writes the named places of a document as one sorted list of strings. In most files they are a tree, and new names need another
 * order. In old files they are a dictionary, and each key is a name.
 */
export function listNamedPlaces(document: PDFDocument): void {
  const { catalog, context } = document;
  const places: [string, PDFObject][] = [];
  const old = catalog.lookup(DESTS);
  if (old instanceof PDFDict) {
    for (const [name, place] of old.entries()) places.push([name.decodeText(), place]);
    walk(document, catalog, (object) => {
      if (!(object instanceof PDFDict)) return;
      for (const key of ['Dest', 'D'].map((name) => PDFName.of(name))) {
        const value = object.get(key);
        if (value instanceof PDFName) object.set(key, PDFHexString.fromText(value.decodeText()));
      }
    });
  }
  const tree = catalog.lookup(NAMES);
  const root = tree instanceof PDFDict ? tree.lookup(DESTS) : undefined;
  if (root)
    walk(document, root, (object) => {
      const list = object instanceof PDFDict ? object.lookup(NAMES) : undefined;
      if (!(list instanceof PDFArray)) return;
      for (let i = 0; i + 1 < list.size(); i += 2) {
        const name = list.lookup(i);
        if (name instanceof PDFString || name instanceof PDFHexString)
          places.push([textOf(name), list.get(i + 1)]);
      }
    });
  catalog.delete(DESTS);
  catalog.delete(NAMES);
  if (places.length === 0) return;
  const sorted = places
    .map(([name, place]) => ({ name: PDFHexString.fromText(name), place }))
    .sort((a, b) => Buffer.compare(a.name.asBytes(), b.name.asBytes()));
  catalog.set(NAMES, context.obj({ Dests: { Names: sorted.flatMap(({ name, place }) => [name, place]) } }));
}
