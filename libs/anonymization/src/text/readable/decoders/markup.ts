import { BLOCK_ELEMENTS, CELL_ELEMENTS, INLINE_ELEMENTS } from '../../html-elements';
import type { Decoder } from '../decoder';
import { joinsWords } from './characters';

const WORD = /[\p{L}\p{N}]/u;
const OPENS = /^[\p{L}\p{N}+(]/u;
const CLOSES = /[\p{L}\p{N}.)]$/u;
/** Another such sign, or half of a surrogate pair */
const MARK = /[*_~`\\\p{Surrogate}]/u;

/** Removes emphasis and code marks at the edge of a word; not in `2*3`, `Leser*innen`, `snake_case`. */
export const EMPHASIS: Decoder = {
  pattern: /\*{1,3}|_{1,3}|~~|`/g,
  read: ({ 0: written, index }, text) => {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + written.length);
    if (MARK.test(before) || MARK.test(after)) return undefined;
    const isEdge = WORD.test(before) ? !WORD.test(after) : OPENS.test(after) || CLOSES.test(before);
    return isEdge ? '' : undefined;
  },
};

/**
 * Removes a link on a part of a value, `[Anna](...) Schmidt`, or on the number or address that it leads to. Any other link
 * keeps its target.
 */
export const LINKS: Decoder = {
  pattern: /\[([^[\]\n]{1,100})\]\(((?:tel|mailto|sms):)?[^()\s]{0,500}\)/g,
  read: ({ 0: written, 1: label, 2: scheme, index }, text) => {
    if (scheme !== undefined) return label;
    const end = index + written.length;
    const goesOn = /^[ \n-]?\p{Lu}/u.test(text.slice(end, end + 3));
    const follows = /\p{Lu}\p{Ll}{1,30}[ -]$/u.test(text.slice(Math.max(0, index - 34), index));
    return goesOn || follows ? label : undefined;
  },
};

const IN_ADDRESS = /^[\p{L}\p{N}._+-]{1,64}@/u;

const HANDLE = /[@#][\p{L}\p{N}_]{0,40}$/u;

/** Replaces underscores as in names of files and pages, `Anna_Schmidt`, but not in an address or a handle. */
export const UNDERSCORES: Decoder = {
  pattern: /_/g,
  read: ({ index }, text) => {
    if (!joinsWords(text, index, index + 1)) return undefined;
    if (HANDLE.test(text.slice(Math.max(0, index - 40), index))) return undefined;
    return IN_ADDRESS.test(text.slice(index + 1, index + 66)) ? undefined : ' ';
  },
};

/** Attributes for appearance or link targets. Others may contain text that a reader sees. */
const ATTRIBUTE =
  '\\s{1,4}(?:class|style|id|lang|dir|align|valign|width|height|colspan|rowspan|bgcolor|color|face|size|border|target|rel|href|data-[\\w-]{1,30})(?:=(?:"[^"<>]{0,300}"|\'[^\'<>]{0,300}\'|[^\\s"\'<>]{1,100}))?';
const ELEMENT = [...INLINE_ELEMENTS, ...CELL_ELEMENTS, ...BLOCK_ELEMENTS].join('|');
const TAG = `</?(?:${ELEMENT})(?:${ATTRIBUTE}){0,8}\\s{0,4}/?>`;
const CELL = CELL_ELEMENTS.join('|');
const IS_CELL = new RegExp(`^<(?:${CELL})\\b|</(?:${CELL})>`, 'i');
const IS_BLOCK = new RegExp(`<\\/?(?:${BLOCK_ELEMENTS.join('|')})\\b`, 'i');

/** Removes HTML tags between the parts of a value, or replaces them by a blank, a line end, or the end of a cell. */
export const TAGS: Decoder = {
  pattern: new RegExp(`(?:${TAG}){1,12}`, 'gi'),
  read: ({ 0: written, index }, text) => {
    if (IS_BLOCK.test(written)) return '\n';
    if (IS_CELL.test(written)) return '; ';
    return joinsWords(text, index, index + written.length) ? ' ' : '';
  },
};
