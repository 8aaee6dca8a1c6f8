import type { Pdfium } from '../pdf/pdfium';
import { around } from './paint';
import type { Pixels, Quad } from './pixels';

/** A label in smaller letters is not readable. */
const LOWEST = 10;
/** A label is written into boxes that are turned by less than this, in radians. */
const MOST_TURN = 0.2;

/** Writes a label over a painted box if there is room for it. */
export function writeLabel(pdfium: Pdfium, picture: Pixels, quad: Quad, label: string): void {
  const [[left, top], [right, end]] = quad;
  if (Math.abs(Math.atan2(end - top, right - left)) > MOST_TURN) return;
  const box = around(quad);
  const [x, y] = [Math.max(0, Math.ceil(box.left)), Math.max(0, Math.ceil(box.top))];
  const width = Math.min(picture.width, Math.floor(box.right)) - x;
  const height = Math.min(picture.height, Math.floor(box.bottom)) - y;
  if (height < LOWEST || width < LOWEST) return;
  const drawn = pdfium.drawLabel(label, width, height);
  if (!drawn) return;
  for (let row = 0; row < height; row += 1) {
    const from = row * width * 4;
    picture.data.set(drawn.data.subarray(from, from + width * 4), ((y + row) * picture.width + x) * 4);
  }
}
