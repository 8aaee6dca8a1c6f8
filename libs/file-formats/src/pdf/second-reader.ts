import { getDocumentProxy } from 'unpdf';
import { UnreadableFile } from '../unreadable';
import type { Box } from './page-text';

/** A run of text as pdf.js sees it: what one operator of the page shows. */
export interface Item {
  text: string;
  /** Whether a line ends after it */
  endsLine: boolean;
  /** Boxes over it: one, or many if it is slanted */
  over: Box[];
  /** Boxes within the run that touch all its glyphs and no other line */
  through: Box[];
}

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
      yield items.flatMap((item) => ('str' in item ? [itemOf(item)] : []));
    }
  } catch (cause) {
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile('damaged', { cause });
  } finally {
    await pdf?.destroy();
  }
}

function itemOf({ str, hasEOL, transform, width, height }: RawItem): Item {
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
  return { text: str, endsLine: hasEOL, over: boxes(-0.25, 0.85), through: boxes(0.25, 0.35) };
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
