import type { FormatCode } from '../editing/file-format';
import { applyChanges } from '../editing/text-editor';
import { decodeWithMark, markOf } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** Rewrites a file that is one text. It is written in UTF-8, with a byte order mark unless it was UTF-8 without one. */
export const plainTextCode: FormatCode = {
  rewrite(file, editor) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const decoded = decodeWithMark(file);
    const { text } = decoded;
    const written = applyChanges(text, editor.edit({ part: 'text', text }));
    return Promise.resolve(Buffer.from(markOf(decoded) + written));
  },

  async *readAgain(file) {
    yield { part: 'text', text: file.toString('utf8') };
  },
};
