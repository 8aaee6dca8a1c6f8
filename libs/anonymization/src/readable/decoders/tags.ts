import type { Decoder } from '../decoder';
import { joinsWords } from './characters';

const INLINE =
  'span|b|i|em|strong|u|s|a|font|mark|small|big|sub|sup|code|kbd|wbr|ins|del|abbr|cite|q|label|bdi|bdo|nobr';
const CELL = 'td|th|dt|dd|option';
const BLOCK =
  'br|p|div|li|ul|ol|dl|tr|table|tbody|thead|tfoot|h[1-6]|section|article|header|footer|pre|blockquote|hr';
/** Attributes that say how something looks or where it leads; others may hold what a reader sees. */
const ATTRIBUTE =
  '\\s{1,4}(?:class|style|id|lang|dir|align|valign|width|height|colspan|rowspan|bgcolor|color|face|size|border|target|rel|href|data-[\\w-]{1,30})(?:=(?:"[^"<>]{0,300}"|\'[^\'<>]{0,300}\'|[^\\s"\'<>]{1,100}))?';
const TAG = (names: string): string => `</?(?:${names})(?:${ATTRIBUTE}){0,8}\\s{0,4}/?>`;
const IS_CELL = new RegExp(`^<(?:${CELL})\\b|</(?:${CELL})>`, 'i');
const IS_BLOCK = new RegExp(`<\\/?(?:${BLOCK})\\b`, 'i');

/** Tags of HTML between the parts of a value: nothing, a blank where two words meet, a line end, or the end of a cell. */
export const TAGS: Decoder = {
  pattern: new RegExp(`(?:${TAG(`${INLINE}|${CELL}|${BLOCK}`)}){1,12}`, 'gi'),
  read: ({ 0: written, index }, text) => {
    if (IS_BLOCK.test(written)) return '\n';
    if (IS_CELL.test(written)) return '; ';
    return joinsWords(text, index, index + written.length) ? ' ' : '';
  },
};
