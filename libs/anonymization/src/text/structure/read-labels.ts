import type { FieldKind } from '../../lexicon/language-kinds';
import { type Field, fieldAt, type Line, under } from './field';
import { kindOfKey } from './field-kinds';

const LONGEST_LABEL = 48;
/** A list marker, quotes and emphasis before the label. */
const LEAD = /^[ \t]*(?:(?:[-*•>·–]|\d{1,2}[.)])[ \t]+)?["'*_]{0,3}/;
const MARKS_AFTER = /(?<![\s"'*_.])[\s"'*_.]+$/;
/** Separates several labels on one line. */
const SEGMENT = /[^|;\t•·]+/g;
/** A vCard's property with its parameters. */
const PROPERTY = /^(?:item\d\.)?(TEL|EMAIL|FN|N|NICKNAME|ADR|BDAY|ORG)(?:;[^:]{0,80})?:/i;
const VCARD_NAMES: Readonly<Record<string, string>> = { FN: 'full name', N: 'full name' };
/** Kinds with values that the line below a label may contain. */
const BELOW = new Set<FieldKind | undefined>([
  'phone',
  'extension',
  'email',
  'firstName',
  'lastName',
  'fullName',
  'name',
  'person',
]);

interface Block {
  indent: number;
  path: readonly string[];
  siblings: string[];
}

/**
 * Returns the fields of lines such as "Label: value" and `key = value`: forms, YAML, settings, mail headers, vCards.
 */
export function readLabels(text: string, lines: readonly Line[]): Field[] {
  const reader = new LabelReader(text);
  for (const line of lines) reader.take(line);
  return reader.fields;
}

class LabelReader {
  readonly fields: Field[] = [];
  private blocks: Block[] = [{ indent: -1, path: [], siblings: [] }];
  /** The previous line, if it is only a label */
  private pending?: { label: string; indent: number; isLoose: boolean };

  constructor(private readonly text: string) {}

  take({ text: line, start }: Line): void {
    if (line.trim() === '') {
      this.blocks = [{ indent: -1, path: [], siblings: [] }];
      return;
    }
    const lead = LEAD.exec(line)?.[0] ?? '';
    const indent = lead.length;
    this.closeBlocks(indent);
    const vcard = PROPERTY.exec(line);
    if (vcard) {
      const label = vcard[1]?.toUpperCase() ?? '';
      this.add(VCARD_NAMES[label] ?? label, start + vcard[0].length, start + line.length);
    } else if (!this.takeLabelled(line, start, indent)) this.takeUnlabelled(line, start, lead);
  }

  private closeBlocks(indent: number): void {
    while (this.blocks.length > 1 && (this.blocks.at(-1)?.indent ?? -1) >= indent) this.blocks.pop();
  }

  private get block(): Block {
    return this.blocks.at(-1) ?? { indent: -1, path: [], siblings: [] };
  }

  private takeLabelled(line: string, start: number, indent: number): boolean {
    let isLabelled = false;
    SEGMENT.lastIndex = 0;
    for (let segment = SEGMENT.exec(line); segment; segment = SEGMENT.exec(line)) {
      const [written] = segment;
      const sign = written.slice(0, LONGEST_LABEL + indent).search(/[:=](?!\/\/)/);
      if (sign <= 0) continue;
      const label = written.slice(LEAD.exec(written)?.[0].length ?? 0, sign).replace(MARKS_AFTER, '');
      if (!/^\p{L}/u.test(label)) continue;
      isLabelled = true;
      const from = segment.index + sign + 1;
      const isEmpty = written.slice(sign + 1).replace(/["'*_|>\s-]+/g, '') === '';
      if (isEmpty && from + 3 >= line.length) this.open(label, indent);
      else this.add(label, start + from, start + segment.index + written.length);
    }
    return isLabelled;
  }

  /** Handles a label without a value: it begins a block, or is above its value. */
  private open(label: string, indent: number): void {
    this.block.siblings.push(label);
    this.pending = { label, indent, isLoose: false };
    if (this.blocks.length < 20)
      this.blocks.push({ indent, path: under(this.block.path, label), siblings: [] });
  }

  private takeUnlabelled(line: string, start: number, lead: string): void {
    const { pending } = this;
    const isItem = lead.trim() !== '' && /^[-*•]/.test(lead.trim());
    if (pending && (isItem || pending.isLoose || lead.length >= pending.indent)) {
      const path = pending.isLoose || !isItem ? [pending.label] : this.pathOf(pending.label);
      const field = { path, start: start + lead.length, end: start + line.length, siblings: [] };
      this.fields.push(...fieldAt(this.text, { ...field, loose: pending.isLoose }));
    }
    if (!isItem) this.pending = undefined;
    const label = line.slice(lead.length).replace(MARKS_AFTER, '').trim();
    if (label.length <= LONGEST_LABEL && !/[\d.,;!?(]/.test(label) && BELOW.has(kindOfKey(label)))
      this.pending = { label, indent: lead.length, isLoose: true };
  }

  private pathOf(label: string): readonly string[] {
    const { path } = this.block;
    return path.at(-1) === label ? path : [label];
  }

  private add(label: string, from: number, to: number): void {
    this.pending = undefined;
    const { path, siblings } = this.block;
    siblings.push(label);
    const written = this.text.slice(from, to);
    const quote = /^\s*["'*_]{0,3}/.exec(written)?.[0].length ?? 0;
    const end = from + written.replace(/(?<!["'*_,\s])["'*_,\s]+$/, '').length;
    this.fields.push(...fieldAt(this.text, { path: under(path, label), start: from + quote, end, siblings }));
  }
}
