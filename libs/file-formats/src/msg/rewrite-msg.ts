import type { FormatCode } from '../editing/file-format';
import { mailCode } from '../mail/rewrite-mail';
import { msgToEml } from './msg-to-eml';

/** Writes a message of Outlook as a message of the internet: its other properties are left out. */
export const msgCode: FormatCode = {
  rewrite(file, editor, options) {
    const message = msgToEml(file);
    editor.drop('properties');
    return mailCode.rewrite(message, editor, options);
  },

  readAgain: (file, options) => mailCode.readAgain(file, options),
};
