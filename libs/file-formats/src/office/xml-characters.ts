import { UnreadableFile } from '../unreadable';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([0-9a-f]{1,6});|#([0-9]{1,7});|(lt|gt|amp|quot|apos);)?/gi;
/** Characters that XML 1.0 cannot contain. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns the characters of raw XML. Entities that a file defines are refused. @throws UnreadableFile */
export function decodeXml(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replaceAll(REFERENCE, (reference, hex?: string, decimal?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()]!;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (reference === '&' || Number.isNaN(code) || code > 0x10ffff) throw new UnreadableFile('damaged');
    const character = String.fromCodePoint(code);
    if (character.search(FORBIDDEN) !== -1) throw new UnreadableFile('damaged');
    return character;
  });
}

/** Returns characters as raw XML, for an element or an attribute. Characters that XML cannot contain are left out. */
export const encodeXml = (text: string): string =>
  text
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

export const encodeXmlAttribute = (text: string): string =>
  encodeXml(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;');
