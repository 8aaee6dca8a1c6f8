import type { Pieces } from './tokenizer';

/** Pieces `[start, end)` of a text, read by the model at once. */
export interface Window {
  start: number;
  end: number;
}

/**
 * Windows of at most `size` pieces: as few as possible, of like length so that they can be read side by side, each
 * ending where possible at a line end, else after a sentence, else after a word.
 */
export function cutWindows(text: string, pieces: Pieces, size: number, newline: number): Window[] {
  const windows: Window[] = [];
  const count = pieces.ids.length;
  let start = 0;
  while (count - start > size) {
    const end = findCut(text, pieces, start, size, newline);
    windows.push({ start, end });
    start = end;
  }
  if (start < count) windows.push({ start, end: count });
  return windows;
}

function findCut(
  text: string,
  { ids, starts }: Pieces,
  start: number,
  size: number,
  newline: number,
): number {
  const left = ids.length - start;
  const alike = Math.ceil(left / Math.ceil(left / size));
  const latest = start + Math.min(size, alike + Math.floor(alike / 8));
  const earliest = start + Math.floor(alike / 2);
  const last = (from: number, fits: (piece: number) => boolean): number | undefined => {
    for (let cut = latest; cut > from; cut -= 1) if (fits(cut)) return cut;
    return undefined;
  };
  const before = (piece: number, by: number): string => text[(starts[piece] ?? 0) - by] ?? '';
  const afterBlank = (piece: number): boolean => /[ \n]/.test(before(piece, 1));
  return (
    last(earliest, (piece) => ids[piece] === newline) ??
    last(earliest, (piece) => afterBlank(piece) && /[.!?]/.test(before(piece, 2))) ??
    last(start + 1, afterBlank) ??
    latest
  );
}
