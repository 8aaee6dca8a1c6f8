/** Prefix tree over the vocabulary's pieces: one look-up per character instead of one per possible piece. */
export class PieceTrie {
  /** (node, code point) -> node; the root is 0. */
  private readonly children = new Map<number, number>();
  /** By node: the piece's id, or -1 where none ends. */
  private readonly ids: Int32Array;
  private readonly pieceScores: Float64Array;

  constructor(pieces: readonly { piece: string; id: number; score: number }[]) {
    const ends: { node: number; id: number; score: number }[] = [];
    let nodes = 1;
    for (const { piece, id, score } of pieces) {
      let node = 0;
      for (const character of piece) {
        const key = keyOf(node, character.codePointAt(0) ?? 0);
        const child = this.children.get(key) ?? nodes;
        if (child === nodes) {
          this.children.set(key, child);
          nodes += 1;
        }
        node = child;
      }
      ends.push({ node, id, score });
    }
    this.ids = new Int32Array(nodes).fill(-1);
    this.pieceScores = new Float64Array(nodes);
    for (const { node, id, score } of ends) {
      this.ids[node] = id;
      this.pieceScores[node] = score;
    }
  }

  /** The node below `node`, or `undefined` where no piece goes on like this. */
  step(node: number, codePoint: number): number | undefined {
    return this.children.get(keyOf(node, codePoint));
  }

  /** The piece that ends at `node`, or -1. */
  idAt(node: number): number {
    return this.ids[node] ?? -1;
  }

  scoreAt(node: number): number {
    return this.pieceScores[node] ?? 0;
  }
}

const keyOf = (node: number, codePoint: number): number => node * 0x200000 + codePoint;
