import { UnreadableFile } from '../unreadable';
import { decodeText } from './decode-text';

/** JSON as it was written, once it is sure to be JSON. */
export async function* readJson(bytes: Buffer): AsyncGenerator<string> {
  const text = decodeText(bytes);
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
  yield text;
}
