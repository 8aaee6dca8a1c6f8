import { htmlToText } from 'html-to-text';
import iconv from 'iconv-lite';
import { UnreadableFile } from '../unreadable';
import { decodeText } from './decode-text';

const TAG = /<(!doctype\s+html|!--|\/?[a-z][a-z0-9-]*[\s/>])/i;
const CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-z0-9_:-]{1,40})/i;
const HEAD_BYTES = 1024;

/** Yields the visible text of a page, without scripts, styles, link targets and images. */
export async function* readHtml(bytes: Buffer): AsyncGenerator<string> {
  const html = decodeHtml(bytes);
  if (!TAG.test(html)) throw new UnreadableFile('other_type');
  yield htmlToText(html, {
    wordwrap: false,
    limits: { maxInputLength: html.length, maxDepth: 200 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      {
        selector: 'table',
        format: 'dataTable',
        options: { uppercaseHeaderCells: false, maxColumnWidth: 200 },
      },
    ],
  });
}

/** Decodes a page in the encoding declared within its first 1,024 bytes (HTML standard), unless it is UTF-8. */
function decodeHtml(bytes: Buffer): string {
  const named = CHARSET.exec(bytes.subarray(0, HEAD_BYTES).toString('latin1'))?.[1];
  const text = decodeText(bytes);
  const isUtf = bytes[0] === 0xff || bytes[0] === 0xfe || !named || /^utf-?(8|16)/i.test(named);
  return isUtf || !iconv.encodingExists(named) ? text : iconv.decode(bytes, named);
}
