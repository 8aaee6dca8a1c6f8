import { UnreadableFile } from '../unreadable';
import { unsliced } from './unsliced';

/** Receives the tokens of XML as they stand in the file. Joined, they are the file. */
export interface XmlVisitor {
  /** A start tag; `isEmpty` if it ends with `/>`, then `close` does not follow */
  open(raw: string, name: string, isEmpty: boolean): void;
  close(raw: string): void;
  /** Characters between tags */
  text(raw: string): void;
  /** A CDATA section */
  cdata(raw: string): void;
  /** A comment or a processing instruction, such as the declaration at the start */
  aside(raw: string): void;
}

/** The limit for one token, in UTF-16 code units. */
const MOST_TOKEN = 8 * 1024 ** 2;
const MOST_DEPTH = 1_000;
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.:·-]*$/u;
const MOST_NAMES = 10_000;
const OTHER_ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-8["'])/i;

/** Splits XML into its tokens while it arrives. Refuses a DOCTYPE, and elements that are not closed. */
export class XmlTokens {
  private rest = '';
  private readonly path: string[] = [];
  private hasRoot = false;
  private readonly names = new Set<string>();

  constructor(private readonly visitor: XmlVisitor) {}

  /** @throws UnreadableFile */
  write(piece: string): void {
    const xml = this.rest + piece;
    let at = 0;
    for (;;) {
      const start = xml.indexOf('<', at);
      if (start === -1) break;
      if (start > at) this.text(xml.slice(at, start));
      const end = this.endOf(xml, start);
      at = start;
      if (end === -1) break;
      this.tag(xml, start, end);
      at = end;
    }
    this.rest = at === 0 ? xml : xml.slice(at);
    if (this.rest.length > MOST_TOKEN) throw new UnreadableFile('expands_too_far');
  }

  /** @throws UnreadableFile */
  end(): void {
    if (this.rest.startsWith('<') || this.path.length > 0 || !this.hasRoot)
      throw new UnreadableFile('damaged');
    if (this.rest) this.text(this.rest);
  }

  private text(raw: string): void {
    if (this.path.length === 0 && /[^\s\ufeff]/.test(raw)) throw new UnreadableFile('damaged');
    this.visitor.text(raw);
  }

  /** Returns where the token that begins at `start` ends; -1 if its end has not arrived. */
  private endOf(xml: string, start: number): number {
    const second = xml.charCodeAt(start + 1);
    if (second === 0x21 /* ! */) {
      if (xml.startsWith('<!--', start)) return after(xml, '-->', start + 4);
      if (xml.startsWith('<![CDATA[', start)) return after(xml, ']]>', start + 9);
      if (xml.length - start < 9) return -1;
      throw new UnreadableFile('damaged');
    }
    if (second === 0x3f /* ? */) return after(xml, '?>', start + 2);
    let end = xml.indexOf('>', start);
    // In a value, `>` does not end the tag.
    for (let at = start; end !== -1;) {
      const quote = quoteBetween(xml, at, end);
      if (!quote) return end + 1;
      at = xml.indexOf(quote.mark, quote.at + 1) + 1;
      if (at === 0) return -1;
      if (at > end) end = xml.indexOf('>', at);
    }
    return -1;
  }

  private tag(xml: string, start: number, end: number): void {
    const raw = xml.slice(start, end);
    const second = raw.charCodeAt(1);
    if (second === 0x2f /* / */) {
      const name = raw.slice(2, -1).trimEnd();
      if (this.path.pop() !== name) throw new UnreadableFile('damaged');
      this.visitor.close(raw);
    } else if (second === 0x21) {
      if (raw.startsWith('<!--')) this.visitor.aside(raw);
      else if (this.path.length > 0) this.visitor.cdata(raw);
      else throw new UnreadableFile('damaged');
    } else if (second === 0x3f) {
      if (OTHER_ENCODING.test(raw)) throw new UnreadableFile('damaged');
      this.visitor.aside(raw);
    } else this.open(raw);
  }

  private open(raw: string): void {
    const name = this.nameOf(raw);
    if (this.hasRoot && this.path.length === 0) throw new UnreadableFile('damaged');
    const isEmpty = raw.endsWith('/>');
    this.hasRoot = true;
    if (!isEmpty && this.path.push(name) > MOST_DEPTH) throw new UnreadableFile('expands_too_far');
    this.visitor.open(raw, name, isEmpty);
  }

  private nameOf(raw: string): string {
    let end = 1;
    for (
      let code = raw.charCodeAt(end);
      code > 0x20 && code !== 0x2f && code !== 0x3e;
      code = raw.charCodeAt(end)
    )
      end += 1;
    const name = raw.slice(1, end);
    if (this.names.has(name)) return name;
    if (!NAME.test(name)) throw new UnreadableFile('damaged');
    if (this.names.size < MOST_NAMES) this.names.add(unsliced(name));
    return name;
  }
}

const after = (xml: string, end: string, from: number): number => {
  const at = xml.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
};

/** Returns the first quotation mark between two places. */
function quoteBetween(xml: string, from: number, to: number): { mark: string; at: number } | undefined {
  for (let at = from; at < to; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return { mark: xml[at]!, at };
  }
  return undefined;
}

/** An attribute as it stands in its tag. */
export interface RawAttribute {
  name: string;
  raw: string;
  /** Where the raw value stands in the tag, within its quotation marks */
  start: number;
  end: number;
}

const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/** Returns the attributes of a start tag. @throws UnreadableFile */
export function attributesOf(tag: string, name: string): RawAttribute[] {
  const attributes: RawAttribute[] = [];
  ATTRIBUTE.lastIndex = 1 + name.length;
  let at = ATTRIBUTE.lastIndex;
  for (let match = ATTRIBUTE.exec(tag); match; match = ATTRIBUTE.exec(tag)) {
    at = ATTRIBUTE.lastIndex;
    const raw = match[2] ?? match[3]!;
    attributes.push({ name: match[1]!, raw, start: at - 1 - raw.length, end: at - 1 });
  }
  if (!/^\s*\/?>$/.test(tag.slice(at))) throw new UnreadableFile('damaged');
  return attributes;
}
