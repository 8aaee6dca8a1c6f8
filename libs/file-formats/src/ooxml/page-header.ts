import { applyChanges, changesOfPieces } from '../editing/text-editor';
import type { ShownTexts } from '../office/shown-texts';
import type { ElementRule } from '../office/xml-rewriter';

/**
 * The codes in page headers and footers (ECMA-376, part 1, 18.3.1.46). A text goes on over fonts, sizes, colors and other
 * formats; sections, fields and pictures end it.
 */
const CODE =
  /&&|(?<format>&(?:"[^"]*"|K(?:[\dA-F]{6}|\d\d[+-]\d{3})|\d{1,3}|[BIUESXYOH]))|&[LCRPDTNFAGZ+-]/gi;
const SIZE = /^&\d+$/;

interface Piece {
  raw: string;
  isCode: boolean;
}

/** The elements of page headers and footers in sheets and charts. */
export function pageHeaders(texts: ShownTexts, part: string): Record<string, ElementRule> {
  const header: ElementRule = { edit: (raw) => editPageHeader(raw, part, texts) };
  const names = ['odd', 'even', 'first'].flatMap((pages) => [`${pages}Header`, `${pages}Footer`]);
  return Object.fromEntries(
    names.flatMap((name) => [`s:${name}`, `c:${name}`]).map((name) => [name, header]),
  );
}

/** Edits each text between the codes of a page header or footer. */
function editPageHeader(header: string, part: string, texts: ShownTexts): string {
  let written = '';
  let pieces: Piece[] = [];
  let at = 0;
  for (const { 0: code, index, groups } of header.matchAll(CODE)) {
    if (code === '&&') continue;
    pieces.push({ raw: header.slice(at, index), isCode: false });
    at = index + code.length;
    if (groups?.format !== undefined) {
      pieces.push({ raw: code, isCode: true });
      continue;
    }
    written += edited(pieces, part, texts) + code;
    pieces = [];
  }
  return written + edited([...pieces, { raw: header.slice(at), isCode: false }], part, texts);
}

/** Edits one text. An ampersand in it is written twice, and a blank keeps its first digits apart from a size. */
function edited(pieces: readonly Piece[], part: string, texts: ShownTexts): string {
  const plain = pieces.map(({ raw, isCode }) => (isCode ? '' : raw.replaceAll('&&', '&')));
  const changes = changesOfPieces(
    plain.map(({ length }) => length),
    texts.changes({ part, text: plain.join('') }),
  );
  return pieces
    .map(({ raw, isCode }, i) => {
      if (isCode || changes[i]!.length === 0) return raw;
      const changed = applyChanges(plain[i]!, changes[i]!).replaceAll('&', '&&');
      return /^\d/.test(changed) && SIZE.test(pieces[i - 1]?.raw ?? '') ? ` ${changed}` : changed;
    })
    .join('');
}
