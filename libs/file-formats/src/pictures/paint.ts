import type { Pixels, Point, Quad } from './pixels';

/** A color, without opacity. */
export type Color = readonly [red: number, green: number, blue: number];
export const BLACK: Color = [0, 0, 0];

/** Returns a box with a margin around it, in pixels. */
export function widened(quad: Quad, margin: number): Quad {
  const along = direction(quad[0], quad[1]);
  const across = direction(quad[0], quad[3]);
  const moved = ([x, y]: Point, a: number, b: number): Point => [
    x + margin * (a * along[0] + b * across[0]),
    y + margin * (a * along[1] + b * across[1]),
  ];
  return [moved(quad[0], -1, -1), moved(quad[1], 1, -1), moved(quad[2], 1, 1), moved(quad[3], -1, 1)];
}

/** Returns the smallest box around boxes that is turned like the first one. */
export function joinedBox(boxes: readonly Quad[]): Quad {
  const [origin, right, , below] = boxes[0]!;
  const along = direction(origin, right);
  const across = direction(origin, below);
  const points = boxes.flat().map(([x, y]): Point => {
    const [dx, dy] = [x - origin[0], y - origin[1]];
    return [dx * along[0] + dy * along[1], dx * across[0] + dy * across[1]];
  });
  const { left, top, right: end, bottom } = around(points);
  const at = (a: number, b: number): Point => [
    origin[0] + a * along[0] + b * across[0],
    origin[1] + a * along[1] + b * across[1],
  ];
  return [at(left, top), at(end, top), at(end, bottom), at(left, bottom)];
}

/** Returns the smallest upright box around points. */
export function around(points: readonly Point[]): {
  left: number;
  top: number;
  right: number;
  bottom: number;
} {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Fills a box with one color, so that nothing of the picture shows through. */
export function fill({ data, width, height }: Pixels, quad: Quad, color: Color): void {
  const { left, top, right, bottom } = around(quad);
  const sides = quad.map((point, i) => [point, quad[(i + 1) % 4]!] as const);
  const turn = Math.sign(sides.reduce((area, [[ax, ay], [bx, by]]) => area + ax * by - bx * ay, 0));
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, Math.ceil(bottom)); y += 1)
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, Math.ceil(right)); x += 1) {
      const isInside = sides.every(
        ([[ax, ay], [bx, by]]) => turn * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) >= -1,
      );
      if (isInside) data.set([...color, 255], (y * width + x) * 4);
    }
}

function direction([ax, ay]: Point, [bx, by]: Point): Point {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / length, (by - ay) / length];
}
