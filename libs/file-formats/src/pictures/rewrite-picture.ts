import type { EditOptions, FormatCode } from '../editing/file-format';
import { boxesOfWords, furtherWords, showWords, type HiddenWords, type Shown } from '../ocr/hide-words';
import { KnownValues } from '../ocr/known-values';
import { meanConfidence, type TextInImages, type WordInImage } from '../ocr/text-in-images';
import { Pdfium } from '../pdf/pdfium';
import { startedOnce } from '../started-once';
import { UnreadableFile } from '../unreadable';
import { writeLabel } from './label';
import { BLACK, fill, widened } from './paint';
import { decodePicture, encodePicture } from './picture-file';
import { besidesThePicture, type PictureType } from './picture-pieces';
import type { Pixels } from './pixels';

/** The margin around words, in pixels. */
const MARGIN = 3;
/** How often a painted picture is read again at most. */
const READINGS = 2;

/** Rewrites pictures: paints over values, and over words that OCR does not read with enough confidence. */
const codeOf = (type: PictureType): FormatCode => ({
  async rewrite(file, editor, options) {
    const ocr = agreedOcr(options);
    const picture = decodePicture(file, type);
    const words = await editor.remember(() => ocr.reader.read(picture));
    if (meanConfidence(words) < ocr.minConfidence) throw new UnreadableFile('pictures_unreadable');
    editor.count('pages_read_by_ocr');
    const values = new KnownValues();
    const shown = showWords(editor, 'words', words);
    for (const { value, replacement } of shown) values.add(value, replacement);
    if (editor.isReading) return file;
    const { uncertain } = await hideWords(picture, { words, shown, values }, ocr);
    for (let i = 0; i < uncertain; i += 1) editor.drop('uncertain words');
    if (!besidesThePicture(file, type).next().done) editor.drop('metadata');
    return encodePicture(picture, type);
  },

  async *readAgain(file, options) {
    const ocr = agreedOcr(options);
    for (const piece of besidesThePicture(file, type))
      yield { part: 'metadata', text: piece.toString('latin1') };
    const words = await ocr.reader.read(decodePicture(file, type));
    yield { part: 'words', text: words.map(({ text }) => text).join(' ') };
  },
});

export const pngCode = codeOf('png');
export const jpegCode = codeOf('jpeg');

/** What was read in a picture, and what is known of it. */
export interface ReadPicture {
  words: readonly WordInImage[];
  shown: readonly Shown<WordInImage>[];
  values: KnownValues;
}

/**
 * Paints over the words that the editor replaced, over every further place of known values, and over words that are read with
 * too little confidence, in place.
 */
export async function hideWords(
  picture: Pixels,
  { words, shown, values }: ReadPicture,
  { reader, minConfidence }: NonNullable<EditOptions['ocr']>,
): Promise<{ isChanged: boolean; uncertain: number }> {
  const uncertain = words.filter(({ confidence }) => confidence < minConfidence);
  const hidden: HiddenWords[] = [
    ...shown.map(({ places, replacement }) => ({ words: places, label: replacement })),
    ...furtherWords(words, values, new Set(shown.flatMap(({ places }) => places))),
    ...uncertain.map((word) => ({ words: [word], label: '' })),
  ];
  if (hidden.length === 0) return { isChanged: false, uncertain: 0 };
  await paintOver(picture, hidden);
  await paintWhatIsStillRead(picture, values, reader);
  return { isChanged: true, uncertain: uncertain.length };
}

function agreedOcr({ ocr }: EditOptions): NonNullable<EditOptions['ocr']> {
  if (!ocr) throw new UnreadableFile('pictures');
  return ocr;
}

/**
 * Reads a painted picture again, and paints over values that OCR did not recognize before.
 *
 * @returns whether there were any
 */
export async function paintWhatIsStillRead(
  picture: Pixels,
  values: KnownValues,
  reader: TextInImages,
): Promise<boolean> {
  if (values.isEmpty) return false;
  for (let reading = 0; reading < READINGS; reading += 1) {
    const left = furtherWords(await reader.read(picture), values);
    if (left.length === 0) return reading > 0;
    for (const box of left.flatMap(({ words }) => boxesOfWords(words)))
      fill(picture, widened(box, MARGIN), BLACK);
  }
  return true;
}

/** Paints over words, first all of them and then their labels, so that no label is painted over. */
async function paintOver(picture: Pixels, hidden: readonly HiddenWords[]): Promise<void> {
  const boxes = hidden.map(({ words }) => boxesOfWords(words).map((box) => widened(box, MARGIN)));
  for (const box of boxes.flat()) fill(picture, box, BLACK);
  const labelled = hidden.flatMap(({ label }, i) => (label === '' ? [] : [{ label, box: boxes[i]![0] }]));
  if (labelled.length === 0) return;
  const pdfium = await startPdfium();
  for (const { label, box } of labelled) if (box) writeLabel(pdfium, picture, box, label);
}

const startPdfium = startedOnce(() => Pdfium.start());
