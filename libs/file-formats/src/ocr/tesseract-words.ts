import type { Point, Quad } from '../pictures/pixels';
import { moved } from './gray';
import type { WordInImage } from './text-in-images';

/** Turns points of a picture that was turned about its center back into the picture itself. */
export function turnedBack(width: number, height: number, radians: number): (point: Point) => Point {
  const [centerX, centerY] = [width / 2, height / 2];
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return ([x, y]) => {
    const [dx, dy] = [x - centerX, y - centerY];
    return [round(centerX + dx * cos + dy * sin), round(centerY - dx * sin + dy * cos)];
  };
}

const WORD_LEVEL = '5';

/**
 * Returns the words in Tesseract's table (TSV): level, page, block, paragraph, line, word, left, top, width, height, confidence,
 * text.
 *
 * @param toPicture turns a point of the table into one of the picture
 */
export function wordsOfTable(table: string, toPicture: (point: Point) => Point): WordInImage[] {
  const lines = new Map<string, number>();
  const paragraphs = new Map<string, number>();
  const words: WordInImage[] = [];
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, line, , ...rest] = row.split('\t');
    const text = rest.slice(5).join(' ').trim();
    if (level !== WORD_LEVEL || text === '') continue;
    const [left, top, width, height, confidence] = rest.map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const corners: Quad = [
      [left, top],
      [left + width, top],
      [left + width, top + height],
      [left, top + height],
    ];
    words.push({
      text,
      confidence: Math.max(0, confidence),
      box: moved(corners, toPicture),
      paragraph: numberOf(paragraphs, `${page} ${block} ${paragraph}`),
      line: numberOf(lines, `${page} ${block} ${paragraph} ${line}`),
    });
  }
  return words;
}

function numberOf(known: Map<string, number>, key: string): number {
  if (!known.has(key)) known.set(key, known.size);
  return known.get(key)!;
}

/** Boxes are sent between processes as JSON: tenths of a pixel suffice. */
const round = (value: number): number => Math.round(value * 10) / 10;
