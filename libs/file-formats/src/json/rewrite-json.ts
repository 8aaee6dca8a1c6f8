import { visit, type JSONVisitor } from 'jsonc-parser';
import type { FormatCode } from '../editing/file-format';
import { applyChanges, splice, type FileText, type Splice } from '../editing/text-editor';
import { decodeText } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** Rewrites the strings and numbers of JSON (RFC 8259). All other bytes stay. */
export const jsonCode: FormatCode = {
  rewrite(file, editor) {
    const source = parsed(file);
    const splices: Splice[] = [];
    let isValue = false;
    const show = (text: string, start: number, length: number, about: Omit<FileText, 'text'>): void => {
      const changes = editor.edit({ ...about, text });
      if (changes.length > 0)
        splices.push({ start, end: start + length, written: JSON.stringify(applyChanges(text, changes)) });
    };
    const visitor: JSONVisitor = {
      onObjectProperty: (name, offset, length) => {
        show(name, offset, length, { part: 'names' });
        isValue = true;
      },
      onObjectBegin: () => {
        isValue = false;
      },
      onArrayBegin: () => {
        isValue = false;
      },
      onLiteralValue: (value: unknown, offset, length) => {
        const about = { part: 'values', ...(isValue && { joins: 'field' as const }) };
        isValue = false;
        if (typeof value === 'string') show(value, offset, length, about);
        else if (typeof value === 'number')
          show(source.slice(offset, offset + length), offset, length, about);
      },
    };
    visit(source, visitor);
    return Promise.resolve(Buffer.from(splice(source, splices)));
  },

  async *readAgain(file) {
    const pending: unknown[] = [JSON.parse(file.toString('utf8').replace(/^\ufeff/, ''))];
    while (pending.length > 0) {
      const value = pending.pop();
      if (typeof value === 'string') yield { part: 'values', text: value };
      else if (typeof value === 'number') yield { part: 'values', text: String(value) };
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) {
          if (!Array.isArray(value)) yield { part: 'names', text: name };
          pending.push(member);
        }
    }
  },
};

/** Returns the text of valid JSON. @throws UnreadableFile */
function parsed(file: Buffer): string {
  if (file.length === 0) throw new UnreadableFile('empty');
  const source = decodeText(file);
  try {
    JSON.parse(source.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
  return source;
}
