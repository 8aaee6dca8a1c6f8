/** An answer with marked places: `⟦Jan Weber→Hans Müller⟧` must be restored; everything else must stay unchanged. */
export interface CorpusCase {
  /** The style of its chat */
  style: 'placeholders' | 'surrogates' | 'kinds, placeholders' | 'kinds, surrogates';
  /** The kind of mangling, for the score */
  kind: string;
  marked: string;
}

export interface Place {
  written: string;
  restored: string;
}

/** Returns the answer and its parts: text that must stay unchanged and places that must be restored, alternating. */
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

/** A replacement as an answer writes it, and its expected restored form. */
export type Pair = readonly [replacement: string, original: string];
