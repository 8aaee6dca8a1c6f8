import type { Pieces } from './tokenizer';

/** Pieces `[start, end)` of a text, read by the model at once. */
export interface Window {
  start: number;
  end: number;
}

/** Windows of at most `size` pieces that end, where possible, at a line end, else after a sentence, else after a word. */
export function cutWindows(text: string, pieces: Pieces, size: number, newline: number): Window[] {
  const windows: Window[] = [];
  let start = 0;
  while (pieces.ids.length - start > size) {
    const end = findCut(text, pieces, start, size, newline);
    windows.push({ start, end });
    start = end;
  }
  if (start < pieces.ids.length) windows.push({ start, end: pieces.ids.length });
  return windows;
}

function findCut(
  text: string,
  { ids, starts }: Pieces,
  start: number,
  size: number,
  newline: number,
): number {
  const last = (from: number, fits: (piece: number) => boolean): number | undefined => {
    for (let cut = start + size; cut > from; cut -= 1) if (fits(cut)) return cut;
    return undefined;
  };
  const before = (piece: number, by: number): string => text[(starts[piece] ?? 0) - by] ?? '';
  const afterBlank = (piece: number): boolean => /[ \n]/.test(before(piece, 1));
  const half = start + Math.floor(size / 2);
  return (
    last(half, (piece) => ids[piece] === newline) ??
    last(half, (piece) => afterBlank(piece) && /[.!?]/.test(before(piece, 2))) ??
    last(start + 1, afterBlank) ??
    start + size
  );
}
