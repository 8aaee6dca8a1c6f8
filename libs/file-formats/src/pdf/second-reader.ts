import { getDocumentProxy } from 'unpdf';
import { UnreadableFile } from '../unreadable';
import type { Box } from './page-text';

/** A run of text as pdf.js sees it: what one operator of the page shows. */
export interface Item {
  text: string;
  /** Whether a line ends after it */
  endsLine: boolean;
  /** Whether another reader may take what follows for another line: a line or a wide gap is after it */
  endsPiece: boolean;
  /** Boxes over it: one, or many if it is slanted */
  over: Box[];
  /** Boxes within the run that touch all its glyphs and no other line */
  through: Box[];
}

/** A gap between columns, in sizes of the font. pdf.js takes smaller ones for blanks. */
const GAP = 0.65;
/** The number of boxes that go through a run that is not level. */
const STEPS = 40;

/** Yields the runs of each page, as pdf.js reads them: it shares no code with PDFium. @throws UnreadableFile */
export async function* pagesOfSecondReader(bytes: Uint8Array): AsyncGenerator<Item[]> {
  let pdf;
  try {
    pdf = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      useSystemFonts: false,
      verbosity: 0,
    });
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: false });
      page.cleanup();
      yield itemsOf(items.filter((item) => 'str' in item));
    }
  } catch (cause) {
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile('damaged', { cause });
  } finally {
    await pdf?.destroy();
  }
}

/** Splits a list after each element that `isEnd` accepts. */
export function splitAfter<T>(list: readonly T[], isEnd: (element: T) => boolean): T[][] {
  const parts: T[][] = [[]];
  for (const element of list) {
    parts.at(-1)!.push(element);
    if (isEnd(element)) parts.push([]);
  }
  return parts;
}

function itemsOf(items: readonly RawItem[]): Item[] {
  let next: RawItem | undefined;
  return items
    .toReversed()
    .map((item) => {
      if (item.str.trim() === '') return itemOf(item, false);
      const isBeforeGap = next !== undefined && gapBetween(item, next) > GAP;
      next = item;
      return itemOf(item, isBeforeGap);
    })
    .toReversed();
}

/** Returns the gap from the end of a run to the start of another one, in sizes of the smaller font. */
function gapBetween({ transform, width, height }: RawItem, next: RawItem): number {
  const [a, b, , , x, y] = transform as [number, number, number, number, number, number];
  const along = unit(a, b);
  const [nextX, nextY] = next.transform.slice(4) as [number, number];
  const gap = Math.hypot(nextX - x - along[0] * width, nextY - y - along[1] * width);
  return gap / (Math.min(height, next.height) || 1);
}

function itemOf({ str, hasEOL, transform, width, height }: RawItem, isBeforeGap: boolean): Item {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
  const along = unit(a, b);
  const up = unit(c, d);
  const at = (forward: number, upward: number): [number, number] => [
    x + along[0] * forward + up[0] * upward,
    y + along[1] * forward + up[1] * upward,
  ];
  const steps = Math.abs(along[0] * along[1]) < 0.01 ? 1 : STEPS;
  /** Boxes from one height above the baseline to another, in parts of the font's size. */
  const boxes = (from: number, to: number): Box[] =>
    Array.from({ length: steps }, (_, i) => {
      const [start, end] = [(width * i) / steps, (width * (i + 1)) / steps];
      return around([
        at(start, height * from),
        at(end, height * from),
        at(start, height * to),
        at(end, height * to),
      ]);
    });
  const endsPiece = hasEOL || isBeforeGap;
  return { text: str, endsLine: hasEOL, endsPiece, over: boxes(-0.25, 0.85), through: boxes(0.25, 0.35) };
}

interface RawItem {
  str: string;
  hasEOL: boolean;
  transform: number[];
  width: number;
  height: number;
}

function unit(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

function around(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}
