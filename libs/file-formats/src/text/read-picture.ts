import { decodePicture } from '../pictures/picture-file';
import { type PictureType } from '../pictures/picture-pieces';
import { UnreadableFile } from '../unreadable';
import type { Reading } from './reading';

/** Returns a reader of the words in a picture. */
export const readPicture = (type: PictureType) =>
  async function* (bytes: Buffer, reading: Reading): AsyncGenerator<string> {
    const picture = decodePicture(bytes, type);
    if (!reading.ocr) throw new UnreadableFile('ocr_is_off');
    const text = await reading.textOf(picture);
    if (text === undefined) throw new UnreadableFile('pictures_unreadable');
    yield text;
  };
