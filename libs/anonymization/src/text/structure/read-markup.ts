import { matchesOf } from '@app/common';
import { isVoidElement } from '../html-elements';
import { type Field, fieldAt, under } from './field';
import { type Cell, fieldsBelow, fieldsBeside, isHeadRow } from './table-row';

const TAG = /<(?<slash>\/?)(?<name>[\p{L}_][\p{L}\p{N}_:.-]{0,63})(?<rest>(?:[\s/][^<>]{0,2000})?)>/gu;
const ATTRIBUTE =
  /(?<name>[\p{L}_][\p{L}\p{N}_:.-]{0,63})\s{0,4}=\s{0,4}(?:"(?<double>[^"<>]{0,500})"|'(?<single>[^'<>]{0,500})')/gu;
/** Attributes that name the content of an element. */
const NAMING =
  /^(?:class|id|name|itemprop|type|key|label|for|property|data-(?:label|field|name|key)|autocomplete|placeholder)$/i;
const DEEPEST = 200;

interface Element {
  name: string;
  path: readonly string[];
  siblings: string[];
}

/** Returns the fields of XML and HTML: elements and attributes, tables and description lists, complete or truncated. */
export function readMarkup(text: string): Field[] {
  return text.includes('<') ? new MarkupReader(text).read() : [];
}

class MarkupReader {
  private readonly fields: Field[] = [];
  private readonly open: Element[] = [{ name: '', path: [], siblings: [] }];
  private heads: string[] = [];
  private row: Cell[] = [];
  /** The text of the last `dt` or `label` */
  private term?: string;

  constructor(private readonly text: string) {}

  read(): Field[] {
    let previous: RegExpExecArray | undefined;
    for (const tag of matchesOf(TAG, this.text)) {
      if (previous) this.takeText(previous, tag.index);
      this.takeTag(tag);
      previous = tag;
    }
    if (previous) this.takeText(previous, this.text.indexOf('\n', TAG.lastIndex) + 1 || this.text.length);
    this.endRow();
    return this.fields;
  }

  private get element(): Element {
    return this.open.at(-1) ?? { name: '', path: [], siblings: [] };
  }

  private takeTag({ index, groups }: RegExpExecArray): void {
    const { slash = '', name = '', rest = '' } = groups ?? {};
    if (/^tr$/i.test(name)) this.endRow();
    if (/^table$/i.test(name)) this.heads = [];
    if (slash !== '') {
      this.close(name);
      return;
    }
    const { path, siblings } = this.element;
    let inner = under(path, name.replace(/^.*:/, ''));
    siblings.push(name);
    const attributes = [...matchesOf(ATTRIBUTE, rest)];
    for (const { groups: attribute } of attributes) {
      if (NAMING.test(attribute?.name ?? ''))
        inner = under(inner, attribute?.double ?? attribute?.single ?? '');
    }
    const names = attributes.map(({ groups: attribute }) => attribute?.name ?? '');
    const from = index + 1 + name.length;
    for (const attribute of attributes)
      this.takeAttribute(attribute, from, inner, [...siblings.slice(-20), ...names]);
    if (!rest.endsWith('/') && !isVoidElement(name) && this.open.length < DEEPEST)
      this.open.push({ name, path: inner, siblings: [] });
  }

  private takeAttribute(
    { 0: written, index, groups }: RegExpExecArray,
    from: number,
    path: readonly string[],
    siblings: readonly string[],
  ): void {
    const value = groups?.double ?? groups?.single ?? '';
    const end = from + index + written.length - 1;
    this.add({ path: under(path, groups?.name ?? ''), start: end - value.length, end, siblings });
  }

  private close(name: string): void {
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at > 0) this.open.length = at;
  }

  /** Reads the text between one tag and the next. */
  private takeText({ 0: tag, index }: RegExpExecArray, end: number): void {
    const start = index + tag.length;
    const { name, path, siblings } = this.element;
    if (tag.startsWith('</') || end - start > 2000) return;
    const [field] = fieldAt(this.text, {
      path,
      start,
      end,
      siblings: this.open.at(-2)?.siblings ?? siblings,
    });
    if (!field) return;
    if (/^t[hd]$/i.test(name)) this.row.push({ ...field, text: this.text.slice(field.start, field.end) });
    if (/^(?:dt|label)$/i.test(name)) this.term = this.text.slice(field.start, field.end);
    else if (this.term !== undefined) {
      this.add({ ...field, path: [this.term] });
      this.term = undefined;
    }
    this.add(field);
  }

  private endRow(): void {
    const { row } = this;
    this.row = [];
    if (row.length === 0) return;
    if (this.heads.length === 0 && isHeadRow(row)) this.heads = row.map(({ text }) => text);
    else if (row.length === this.heads.length) this.fields.push(...fieldsBelow(this.text, this.heads, row));
    else this.fields.push(...fieldsBeside(this.text, row));
  }

  private add(field: Field): void {
    if (field.path.length > 0) this.fields.push(...fieldAt(this.text, field));
  }
}
