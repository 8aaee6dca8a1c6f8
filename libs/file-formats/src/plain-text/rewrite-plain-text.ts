import type { FormatCode } from '../editing/file-format';
import { applyChanges } from '../editing/text-editor';
import { decodeText } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** Rewrites a file that is one text. It is written in UTF-8, without a byte order mark unless it had one. */
export const plainTextCode: FormatCode = {
  rewrite(file, editor) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const text = decodeText(file);
    return Promise.resolve(Buffer.from(applyChanges(text, editor.edit({ part: 'text', text }))));
  },

  async *readAgain(file) {
    yield { part: 'text', text: file.toString('utf8') };
  },
};
