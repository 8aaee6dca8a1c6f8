const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const MAX_LENGTH = 512;

/**
 * Keys are made by code from ids: a strange one is a bug, and never reaches a file system.
 *
 * @throws Error where `key` is not segments of letters, digits, `.`, `_` and `-` with slashes between
 */
export function assertBlobKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw new Error('Not a name for a stored file');
}

/** @throws Error where `prefix` is not a folder's name with its slash: `chats/1` is also the start of `chats/12` */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new Error('A prefix of stored files ends with a slash');
  assertBlobKey(prefix.slice(0, -1));
}
