/** A box on a page, in its coordinates: y grows upward. */
export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A character on a page. */
export interface Glyph {
  /** Empty if it means nothing */
  text: string;
  box: Box;
  /** Whether the reader inferred it, as a blank between two words */
  isGenerated: boolean;
  /** Whether nothing is painted, as in the text layer of a scan */
  isInvisible: boolean;
  /** The direction of reading, in radians */
  angle: number;
}

/** A line of text: numbers of glyphs in order of reading. */
export interface Line {
  glyphs: number[];
  text: string;
  /** The number of the glyph that each UTF-16 code unit of the text comes from */
  from: number[];
  /** Whether it goes on the line before it */
  continues: boolean;
}

/** A character of a glyph, or the blank before it. */
export interface Character {
  text: string;
  glyph: number;
}

/** PDFium's signs for a hyphen at the end of a line, within a word. */
const HYPHENS: ReadonlySet<string> = new Set(['\u0002', '\ufffe']);

/**
 * Returns the lines in PDFium's order. A word that goes on in the next line is whole. If that line is not directly below, it is
 * also a line of its own, because it may belong to another column.
 */
export function linesOf(glyphs: readonly Glyph[]): Line[] {
  const lines: Line[] = [];
  let current: number[] = [];
  let goesOn: Line | undefined;
  const end = (isHyphen: boolean): void => {
    const line = lineOf(glyphs, current);
    current = [];
    if (line.text.trim() === '') return;
    const before = lines.at(-1);
    line.continues =
      before !== undefined && isNextLine(boxOf(glyphs, before.glyphs), boxOf(glyphs, line.glyphs));
    if (goesOn) {
      const last = goesOn.glyphs.at(-1)!;
      const isSure =
        line.continues || !isLevel(glyphs[last]!) || isNext(glyphs[last]!.box, glyphs[line.glyphs[0]!]!);
      goesOn.glyphs.push(...line.glyphs);
      goesOn.text += line.text;
      goesOn.from.push(...line.from);
      if (!isSure) lines.push(line);
    } else lines.push(line);
    goesOn = isHyphen ? lines.at(-1) : undefined;
  };
  for (const [i, { text }] of glyphs.entries())
    if (text === '\n' || text === '\r') end(false);
    else if (HYPHENS.has(text)) end(true);
    else current.push(i);
  end(false);
  return lines;
}

function lineOf(glyphs: readonly Glyph[], all: readonly number[]): Line {
  const used = all.filter((i) => glyphs[i]!.text !== '');
  return {
    glyphs: used,
    text: used.map((i) => glyphs[i]!.text).join(''),
    from: used.flatMap((i) => Array.from({ length: glyphs[i]!.text.length }, () => i)),
    continues: false,
  };
}

/** Returns the lines as rows of the page, from top to bottom and left to right, whatever order they were written in. */
export function rowsOf(glyphs: readonly Glyph[]): number[][] {
  const shown = [...glyphs.keys()].filter((i) => glyphs[i]!.text.trim() !== '' && !isFlat(glyphs[i]!.box));
  const middle = (i: number): number => (glyphs[i]!.box.top + glyphs[i]!.box.bottom) / 2;
  const rows: { at: number; height: number; glyphs: number[] }[] = [];
  for (const i of shown.sort((a, b) => middle(b) - middle(a))) {
    const height = glyphs[i]!.box.top - glyphs[i]!.box.bottom;
    const row = rows.at(-1);
    if (row && row.at - middle(i) < Math.max(row.height, height) * 0.5) {
      row.glyphs.push(i);
      row.height = Math.max(row.height, height);
    } else rows.push({ at: middle(i), height, glyphs: [i] });
  }
  return rows.map(({ glyphs: row }) => row.sort((a, b) => glyphs[a]!.box.left - glyphs[b]!.box.left));
}

/** Returns the characters of glyphs, with a blank where there is room for one. */
export function withBlanks(glyphs: readonly Glyph[], row: readonly number[]): Character[] {
  const out: Character[] = [];
  for (const [k, i] of row.entries()) {
    const { box, text } = glyphs[i]!;
    const before = k === 0 ? undefined : glyphs[row[k - 1]!]!.box;
    if (before && box.left - before.right > (box.top - box.bottom) * BLANK) out.push({ text: ' ', glyph: i });
    out.push({ text, glyph: i });
  }
  return out;
}

/** Values on a page that are hidden. */
export interface HiddenGlyphs {
  /** The value that each glyph is a part of */
  valueOf: ReadonlyMap<number, unknown>;
  /** Whether they are gone, so that a gap is in their place */
  areGone: boolean;
}

const NOTHING_HIDDEN: HiddenGlyphs = { valueOf: new Map(), areGone: false };

/**
 * Returns the parts of the lines of a page that some reader may take for lines of their own: those that a wide gap separates, as
 * columns and line numbers are, or that a hyphen ends. No part ends within a hidden value.
 */
export function piecesOfPage(
  glyphs: readonly Glyph[],
  lines: readonly Line[],
  hidden: HiddenGlyphs = NOTHING_HIDDEN,
): Character[][] {
  const inRows = rowsOf(glyphs).flatMap((row) =>
    piecesOfLine(glyphs, onceEach(glyphs, row), hidden).map((piece) => withBlanks(glyphs, piece)),
  );
  const inLines = lines.flatMap(({ glyphs: line }) =>
    piecesOfLine(glyphs, line, hidden).map((piece) =>
      piece.map((glyph) => ({ text: glyphs[glyph]!.text, glyph })),
    ),
  );
  return [...inRows, ...inLines];
}

function piecesOfLine(
  glyphs: readonly Glyph[],
  line: readonly number[],
  { valueOf, areGone }: HiddenGlyphs,
): number[][] {
  const gap = GAP * usualSize(glyphs, line);
  const isBreak = (before: number, i: number): boolean => {
    const value = valueOf.get(i);
    if (value !== undefined && value === valueOf.get(before)) return false;
    const { box } = glyphs[i]!;
    const apart = apartness(glyphs[before]!.box, box);
    return apart > gap || (isHyphen(glyphs[before]!.text) && apart > (box.top - box.bottom) * BLANK);
  };
  const pieces: number[][] = [[]];
  let before: number | undefined;
  for (const i of line) {
    if (areGone && valueOf.has(i)) {
      pieces.push([]);
      continue;
    }
    if (glyphs[i]!.text.trim() !== '' && !isFlat(glyphs[i]!.box)) {
      if (before !== undefined && isBreak(before, i)) pieces.push([]);
      before = i;
    }
    pieces.at(-1)!.push(i);
  }
  return pieces.filter(({ length }) => length > 0);
}

/** A gap between columns, in usual sizes of the glyphs of a line. Blanks are smaller, except in some justified lines. */
const GAP = 1;
/** A blank, in heights of the glyph after it. */
const BLANK = 0.2;
const isHyphen = (text: string): boolean => HYPHENS.has(text) || /[\p{Pd}\u00ad]/u.test(text);
/** The share of glyphs that are smaller than a letter with an ascender, in most texts. */
const SMALL_SHARE = 0.75;

/** Returns the size of letters with ascenders. A taller glyph, as a bracket, does not change it. */
function usualSize(glyphs: readonly Glyph[], line: readonly number[]): number {
  const sizes = line
    .map((i) => glyphs[i]!.box)
    .filter((box) => !isFlat(box))
    .map(({ left, bottom, right, top }) => Math.max(right - left, top - bottom))
    .sort((a, b) => a - b);
  return sizes[Math.floor((sizes.length - 1) * SMALL_SHARE)] ?? 0;
}

/** Returns how far two boxes are apart, in the direction in which they are further apart. */
const apartness = (a: Box, b: Box): number =>
  Math.max(b.left - a.right, a.left - b.right, b.bottom - a.top, a.bottom - b.top);

/** Returns glyphs without those that are drawn a second time at the same place, as bold letters may be. */
export function onceEach(glyphs: readonly Glyph[], order: readonly number[]): number[] {
  const kept: number[] = [];
  for (const i of order) {
    const { text, box } = glyphs[i]!;
    const same = kept.slice(-3).some((k) => {
      const other = glyphs[k]!;
      const width = box.right - box.left;
      return (
        text.trim() !== '' &&
        other.text === text &&
        Math.abs(other.box.left - box.left) < width * 0.3 &&
        Math.abs(other.box.bottom - box.bottom) < width * 0.3
      );
    });
    if (!same) kept.push(i);
  }
  return kept;
}

/** Returns the box at the middle of a glyph that touches no other glyph. */
export function thin({ left, bottom, right, top }: Box): Box {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [width, height] = [(right - left) * 0.05, (top - bottom) * 0.05];
  return { left: x - width, right: x + width, bottom: y - height, top: y + height };
}

export const isFlat = ({ left, bottom, right, top }: Box): boolean =>
  right - left <= 0 || top - bottom <= 0 || ![left, bottom, right, top].every(Number.isFinite);

export const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

export function joined(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.max(...boxes.map(({ top }) => top)),
  };
}

export const wider = ({ left, bottom, right, top }: Box, margin: number): Box => ({
  left: left - margin,
  bottom: bottom - margin,
  right: right + margin,
  top: top + margin,
});

/** Returns the boxes to draw over glyphs: one for each line, or one for each glyph of a slanted text. */
export function boxesOver(glyphs: readonly Glyph[], run: readonly number[]): Box[] {
  const boxes: Box[] = [];
  let before: Glyph | undefined;
  for (const i of run) {
    const glyph = glyphs[i]!;
    if (isFlat(glyph.box)) continue;
    const last = boxes.at(-1);
    const isSame = before !== undefined && Math.abs(before.angle - glyph.angle) < 0.01;
    if (last && isSame && isNext(last, glyph)) boxes[boxes.length - 1] = joined([last, glyph.box]);
    else boxes.push(glyph.box);
    before = glyph;
  }
  return boxes;
}

/** Returns whether a text is written from left to right. */
export const isLevel = ({ angle }: Glyph): boolean => Math.abs(Math.sin(angle)) < 0.01 && Math.cos(angle) > 0;

/** Returns whether a glyph of level or upright text continues the line of a box. */
function isNext(line: Box, { box, angle }: Glyph): boolean {
  const isAcross = Math.abs(Math.sin(angle)) < 0.05;
  if (!isAcross && Math.abs(Math.cos(angle)) > 0.05) return false;
  const high = Math.min(line.top, box.top) - Math.max(line.bottom, box.bottom);
  const wide = Math.min(line.right, box.right) - Math.max(line.left, box.left);
  const [shared, size, apart] = isAcross
    ? [high, Math.min(line.top - line.bottom, box.top - box.bottom), -wide]
    : [wide, Math.min(line.right - line.left, box.right - box.left), -high];
  return shared > size * 0.3 && apart < Math.max(box.top - box.bottom, box.right - box.left) * 2;
}

function boxOf(glyphs: readonly Glyph[], line: readonly number[]): Box {
  const boxes = line.map((i) => glyphs[i]!.box).filter((box) => !isFlat(box));
  return boxes.length === 0 ? { left: 0, bottom: 0, right: 0, top: 0 } : joined(boxes);
}

/** Returns whether a line stands directly below another one, as in a paragraph. */
function isNextLine(above: Box, below: Box): boolean {
  const height = Math.max(above.top - above.bottom, below.top - below.bottom);
  const gap = above.bottom - below.top;
  const overlap = Math.min(above.right, below.right) - Math.max(above.left, below.left);
  return overlap > 0 && gap < height && gap > -height;
}
