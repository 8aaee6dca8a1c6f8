import { createHash } from 'node:crypto';
import type { EditOptions } from '../editing/file-format';
import type { TextEditor } from '../editing/text-editor';
import { showWords } from '../ocr/hide-words';
import { KnownValues } from '../ocr/known-values';
import { isTiny, isUnreadPage, type TextInImages, type WordInImage } from '../ocr/text-in-images';
import { decodePixels, encodePicture } from '../pictures/picture-file';
import {
  besidesThePicture,
  pictureTypeOf,
  withoutMetadata,
  type PictureType,
} from '../pictures/picture-pieces';
import { asSeen, clearInvisible, isOpaque, type Pixels } from '../pictures/pixels';
import { hideWords } from '../pictures/rewrite-picture';
import { UnreadableFile } from '../unreadable';
import { blankPicture, isBlank } from './blank-files';

/** How many values of the other texts are searched in pictures: the search with wrong letters takes time for each. */
const MOST_VALUES = 2_000;

/**
 * Rewrites the pictures of one office file, after its other texts. A picture without words stays, as a logo or a photograph: only
 * its metadata is left out. In a picture with words, values are painted over, and so are words that are read with too little
 * confidence.
 */
export class OfficePictures {
  private readonly values = new KnownValues();
  private readonly learned = new Set<string>();
  private readonly words = new Map<string, WordInImage[]>();

  constructor(
    private readonly editor: TextEditor,
    private readonly options: EditOptions,
  ) {}

  /** Returns an editor for the other texts of the file: the values in them are searched in pictures too. */
  get learningEditor(): TextEditor {
    const { editor } = this;
    return {
      isReading: editor.isReading,
      edit: (text) => {
        const changes = editor.edit(text);
        for (const { start, end, replacement } of changes)
          this.learn(text.text.slice(start, end), replacement);
        return changes;
      },
      remember: (make) => editor.remember(make),
      drop: (part) => editor.drop(part),
      count: (what) => editor.count(what),
    };
  }

  /** @throws UnreadableFile */
  async rewrite(name: string, file: Buffer): Promise<Buffer> {
    if (isBlank(name, file)) return file;
    if (this.options.drop.has('pictures')) {
      this.editor.drop('pictures');
      const blank = blankPicture(name);
      if (!blank) throw new UnreadableFile('pictures');
      return blank;
    }
    const type = pictureTypeOf(file);
    const picture = type && decodePixels(file, type);
    if (!picture && this.options.ocr) throw new UnreadableFile('picture_formats');
    if (!picture) throw new UnreadableFile('pictures');
    return this.rewritePixels(file, type!, picture);
  }

  private async rewritePixels(file: Buffer, type: PictureType, picture: Pixels): Promise<Buffer> {
    const {
      editor,
      values,
      options: { ocr },
    } = this;
    if (!besidesThePicture(file, type).next().done) editor.drop('picture_metadata');
    if (isTiny(picture)) return onlyPixels(file, type, picture);
    if (!ocr) throw new UnreadableFile('pictures');
    const words = await editor.remember(() => this.wordsOf(file, picture, ocr.reader));
    editor.count('pages_read_by_ocr');
    if (isUnreadPage(words, ocr.minConfidence)) throw new UnreadableFile('pictures_unreadable');
    const shown = showWords(editor, 'words_in_pictures', words);
    for (const { value, replacement } of shown) values.add(value, replacement);
    if (editor.isReading) return file;
    const reader = { read: (painted: Pixels) => readAsSeen(painted, ocr.reader) };
    const { isChanged, uncertain } = await hideWords(picture, { words, shown, values }, { ...ocr, reader });
    for (let i = 0; i < uncertain; i += 1) editor.drop('uncertain_words');
    if (!isChanged) return onlyPixels(file, type, picture);
    clearInvisible(picture);
    return encodePicture(picture, type);
  }

  /** Reads equal pictures once: slides repeat their logos. */
  private async wordsOf(file: Buffer, picture: Pixels, reader: TextInImages): Promise<WordInImage[]> {
    const key = createHash('sha256').update(file).digest('base64');
    let words = this.words.get(key);
    if (!words) this.words.set(key, (words = await readAsSeen(picture, reader)));
    return words;
  }

  private learn(value: string, replacement: string): void {
    if (this.learned.size >= MOST_VALUES || this.learned.has(value)) return;
    this.learned.add(value);
    this.values.add(value, replacement);
  }
}

/** Returns a picture without metadata, with its pixels as they were if that is possible. */
function onlyPixels(file: Buffer, type: PictureType, picture: Pixels): Buffer {
  const stripped = withoutMetadata(file);
  if (isOpaque(picture) && besidesThePicture(stripped, type).next().done) return stripped;
  clearInvisible(picture);
  return encodePicture(picture, type);
}

/** Yields everything in a written picture that could contain text. What is neither PNG nor JPEG is not read. */
export async function* textsOfPicture(
  file: Buffer,
  type: PictureType,
  { ocr }: EditOptions,
): AsyncGenerator<string> {
  for (const piece of besidesThePicture(file, type)) yield piece.toString('latin1');
  const picture = decodePixels(file, type);
  if (!ocr || isTiny(picture)) return;
  yield (await readAsSeen(picture, ocr.reader)).map(({ text }) => text).join(' ');
}

/** Reads a picture in each way in which people can see it. */
async function readAsSeen(picture: Pixels, reader: TextInImages): Promise<WordInImage[]> {
  const words: WordInImage[] = [];
  for (const seen of asSeen(picture)) {
    const last = words.at(-1);
    const [line, paragraph] = last ? [last.line + 1, last.paragraph + 1] : [0, 0];
    for (const word of await reader.read(seen))
      words.push({ ...word, line: word.line + line, paragraph: word.paragraph + paragraph });
  }
  return words;
}
