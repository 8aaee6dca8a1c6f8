import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import startTesseract from 'tesseract.js-core/tesseract-core-simd-lstm';
import type { Pixels } from '../pictures/pixels';
import { startedOnce } from '../started-once';
import { centerOf, darkPlaces, forReading, moved, type Gray } from './gray';
import { turnedBack, wordsOfTable } from './tesseract-words';
import { isTiny, meanConfidence, type TextInImages, type WordInImage } from './text-in-images';

/** Tesseract's names of the languages (ISO 639-2), by those of this service (ISO 639-1). */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
};
/** The models without the older engine, with integer weights. */
const MODELS = '4.0.0_best_int';
const NEURAL_NETWORK = 1;
/**
 * Finds blocks, and separates ink from paper by the surroundings of each pixel (Sauvola). With the defaults, photographed
 * pages are not read.
 */
const SETTINGS = { tessedit_pageseg_mode: '3', thresholding_method: '2' };
/** A page that is turned by less than this, in radians, is read as well without turning it. */
const SMALLEST_TURN = 0.005;
/** A page that is upside down is read with a confidence of about 35. */
const UPSIDE_DOWN_BELOW = 60;

type Module = Awaited<ReturnType<typeof startTesseract>>;
type Engine = InstanceType<Module['TessBaseAPI']>;

/**
 * Reads pictures with Tesseract as WebAssembly, in this thread: a program that may start threads can give them all rights,
 * so this one may not. The time limit of the process ends it where a picture takes too long.
 */
class TesseractTextInImages implements TextInImages {
  private constructor(
    private readonly files: Module['FS'],
    private readonly engine: Engine,
  ) {}

  static async start(languages: readonly string[]): Promise<TesseractTextInImages> {
    const module = await startTesseract({ print: () => undefined, printErr: () => undefined });
    const names = languages.map((language) => LANGUAGES[language]!);
    for (const name of names) module.FS.writeFile(`./${name}.traineddata`, await readModel(name));
    const engine = new module.TessBaseAPI();
    if (engine.Init(null, names.join('+'), NEURAL_NETWORK) !== 0) throw new Error('OCR does not start');
    for (const [name, value] of Object.entries(SETTINGS)) engine.SetVariable(name, value);
    return new TesseractTextInImages(module.FS, engine);
  }

  async read(picture: Pixels): Promise<WordInImage[]> {
    const { gray, scale } = forReading(picture);
    const words = this.readUpright(gray);
    const dark = darkPlaces(gray);
    if (dark) {
      const known = words.at(-1) ?? { line: 0, paragraph: 0 };
      // Words that both pictures show are read twice, and each is hidden in the better reading.
      for (const word of this.readUpright(dark.inverted())) {
        if (!dark.has(centerOf(word.box))) continue;
        const [line, paragraph] = [known.line + word.line + 1, known.paragraph + word.paragraph + 1];
        words.push({ ...word, line, paragraph });
      }
    }
    return words.map((word) => ({ ...word, box: moved(word.box, ([x, y]) => [x / scale, y / scale]) }));
  }

  /** Reads a picture, and reads it upside down if that is more certain. */
  private readUpright(picture: Gray): WordInImage[] {
    const words = this.readOnce(picture);
    if (words.length === 0 || meanConfidence(words) >= UPSIDE_DOWN_BELOW) return words;
    const turned = this.readOnce({ ...picture, data: picture.data.toReversed() });
    if (meanConfidence(turned) <= meanConfidence(words)) return words;
    const back = turnedBack(picture.width, picture.height, Math.PI);
    return turned.map((word) => ({ ...word, box: moved(word.box, back) }));
  }

  private readOnce({ width, height, data }: Gray): WordInImage[] {
    const head = Buffer.from(`P5 ${width} ${height} 255\n`);
    this.files.writeFile('/input', Buffer.concat([head, data]));
    this.setImage(0);
    this.engine.FindLines();
    const found = this.engine.GetGradient();
    const radians = Math.abs(found) < SMALLEST_TURN ? 0 : found;
    if (radians !== 0) this.setImage(radians);
    this.engine.Recognize(null);
    return wordsOfTable(this.engine.GetTSVText(0), turnedBack(width, height, radians));
  }

  private setImage(radians: number): void {
    if (this.engine.SetImageFile(1, radians) === 1) throw new Error('OCR does not accept the picture');
  }
}

/**
 * Returns a reader that starts Tesseract when it reads its first picture, which takes longer than a small picture.
 *
 * @param languages those of the service, the most probable first
 * @param onPicture is called for each picture that was read
 */
export function textInImages(
  languages: readonly string[],
  onPicture: () => void = () => undefined,
): TextInImages {
  const start = startedOnce(() => TesseractTextInImages.start(languages));
  return {
    read: async (picture) => {
      if (isTiny(picture)) return [];
      const words = await (await start()).read(picture);
      onPicture();
      return words;
    },
  };
}

const unzip = promisify(gunzip);

async function readModel(name: string): Promise<Buffer> {
  const path = createRequire(__filename).resolve(
    `@tesseract.js-data/${name}/${MODELS}/${name}.traineddata.gz`,
  );
  return unzip(await readFile(path));
}
