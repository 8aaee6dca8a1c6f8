import { chatFile } from './chat';

const NAME = `'${chatFile(`' || chat_id || '`, `' || id || '`)}'`;

/** Returns the names of the files that chats have in the blob store: images, also those of other branches. */
export const IMAGE_FILES = `
  SELECT ${NAME} AS name FROM turns WHERE response_type = 'image'
  UNION SELECT ${NAME} FROM turn_versions WHERE response_type = 'image'`;
