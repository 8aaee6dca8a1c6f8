/** A piece of a regular expression. A long one is written as an array of its parts. */
export type Piece = string | readonly string[];

/** Returns a piece with its parts joined. */
export const joinPiece = (piece: Piece): string => (typeof piece === 'string' ? piece : piece.join(''));
