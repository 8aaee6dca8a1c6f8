/**
 * An answer with its marked places: `⟦Jan Weber→Hans Müller⟧` must be restored so, all else must stay as it is.
 */
export interface CorpusCase {
  /** Whose answer it is */
  style: 'placeholders' | 'surrogates' | 'kinds, placeholders' | 'kinds, surrogates';
  /** The kind of mangling, for the score */
  kind: string;
  marked: string;
}

export interface Place {
  written: string;
  restored: string;
}

/** The answer, and its parts: text that must stay, and places that must be restored, in turn. */
export function unmark(marked: string): { answer: string; pieces: (string | Place)[] } {
  const pieces: (string | Place)[] = [];
  let position = 0;
  for (const match of marked.matchAll(/⟦([^→⟧]*)→([^⟧]*)⟧/g)) {
    const [whole, written = '', restored = ''] = match;
    pieces.push(marked.slice(position, match.index), { written, restored });
    position = match.index + whole.length;
  }
  pieces.push(marked.slice(position));
  const answer = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written)).join('');
  return { answer, pieces };
}

/** A replacement as an answer writes it, and what it must become. */
export type Pair = readonly [replacement: string, original: string];
