import { decodeHTML } from 'entities';
import type { WrittenText } from '../editing/file-format';
import { ATTRIBUTES, ELEMENTS } from './vocabulary';

const TAG = /<\/?[a-z][^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>/gi;
const SIMPLE_TAG = /<[^<>]*>/g;
/** Tags within a line of text, as readers see it. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|style|sub|sup|time|tt|u|var|wbr)(?:\s[^>]*)?>/gi;

/** Yields everything in a page that could contain a value. It does not parse the page as browsers do. */
export function* readPageAgain(source: string): Generator<WrittenText> {
  const code = source.replaceAll(TAG, withoutVocabulary);
  yield { part: 'code', text: code };
  const once = unescaped(code);
  yield { part: 'code', text: once };
  const twice = unescaped(once);
  yield { part: 'code', text: twice };
  if (twice.includes('+')) yield { part: 'attributes', text: twice.replaceAll('+', ' ') };
  // Without tags, so that a value in differently formatted pieces is found, too. Paragraphs and cells stay apart.
  const lines = source.replaceAll(/<br\b[^>]*>/gi, '\n');
  for (const text of [
    lines.replaceAll(INLINE_TAG, ''),
    lines.replaceAll(TAG, (tag) => tag.replace(INLINE_TAG, '')),
  ])
    yield { part: 'text', text: decodeHTML(text.replaceAll(SIMPLE_TAG, ' | ')) };
}

/** Returns a tag without the names that HTML defines: they may be names of people, too. */
const withoutVocabulary = (tag: string): string =>
  tag
    .replace(/^<\/?([^\s/>]+)/, (start, name: string) => (ELEMENTS.has(name.toLowerCase()) ? '<' : start))
    .replaceAll(/\s([a-z][a-z0-9:-]*)(?=[\s=/>])/gi, (start, name: string) =>
      ATTRIBUTES.has(name.toLowerCase()) ? ' ' : start,
    );

/** Decodes escapes of scripts, of style sheets, of pages and of addresses. */
const unescaped = (text: string): string =>
  percentDecoded(
    decodeHTML(
      text
        .replaceAll(/\\u\{?([0-9a-f]{1,6})\}?|\\x([0-9a-f]{2})/gi, (escape, long?: string, short?: string) =>
          character(escape, long ?? short!),
        )
        .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, character),
    ),
  );

function character(escape: string, hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code > 0x10_ff_ff ? escape : String.fromCodePoint(code);
}

/** Decodes percent-encoding in UTF-8, or else in Latin-1. */
export const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('latin1');
    }
  });
