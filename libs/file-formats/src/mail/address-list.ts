import { encodedWords, decodeWords, fromLatin1, isPlain } from './mime-header';

/** A piece of a field with addresses (RFC 5322, section 3.4). */
export interface AddressPiece {
  /** `name`: of a person or a group; `comment`: in parentheses; `between`: what separates addresses */
  kind: 'name' | 'address' | 'comment' | 'between';
  /** Decoded, without quotes, brackets and parentheses */
  text: string;
}

const PIECE =
  /"((?:[^"\\]|\\.){0,998})"|<([^<>]*)>|\(((?:[^()\\]|\\.){0,998})\)|([,;:])|([^"<>(),;:\s]+)|(\s+)|[<>()"]/g;
/** Characters that a name can have without quotes. */
const ATOMS = /^[\w!#$%&'*+/=?^`{|}~ -]*$/;

/** Splits a field with addresses into names, addresses and what is between them. @param unfolded one character for each byte */
export function addressPiecesOf(unfolded: string): AddressPiece[] {
  const pieces: AddressPiece[] = [];
  let words = '';
  const endWords = (): void => {
    const text = decodeWords(words).trim();
    words = '';
    if (text === '') return;
    const isAddress = /^\S[^\s@]*@\S+$/.test(text);
    pieces.push({ kind: isAddress ? 'address' : 'name', text });
  };
  for (const [all, quoted, address, comment, separator, atom, blanks] of unfolded.matchAll(PIECE)) {
    if (quoted !== undefined) words += quoted.replaceAll(/\\(.)/g, '$1');
    else if (atom !== undefined) words += atom;
    else if (blanks !== undefined) words += ' ';
    else {
      endWords();
      if (address !== undefined) pieces.push({ kind: 'address', text: fromLatin1(address) });
      else if (comment !== undefined)
        pieces.push({ kind: 'comment', text: decodeWords(comment.replaceAll(/\\(.)/g, '$1')) });
      else if (separator !== undefined) pieces.push({ kind: 'between', text: separator });
      else words += all;
    }
  }
  endWords();
  return pieces;
}

/** Returns a field with addresses. Only names and comments are encoded: readers find no address in an encoded word. */
export function writtenAddresses(name: string, pieces: readonly AddressPiece[]): string {
  let written = '';
  for (const piece of pieces) {
    const text = writtenPiece(piece);
    if (piece.kind !== 'between' && written !== '') written += '\r\n ';
    written += text;
  }
  return `${name}: ${written}\r\n`;
}

function writtenPiece({ kind, text }: AddressPiece): string {
  const plain = text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  switch (kind) {
    case 'between':
      return plain;
    case 'address':
      // An address that is not ASCII is written in UTF-8 (RFC 6532).
      return `<${Buffer.from(plain.replaceAll(/[<>]/g, '')).toString('latin1')}>`;
    case 'comment':
      return `(${isPlain(plain) ? plain.replaceAll(/[()\\]/g, '\\$&') : encodedWords(plain)})`;
    case 'name':
      if (!isPlain(plain)) return encodedWords(plain);
      return ATOMS.test(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`;
  }
}
