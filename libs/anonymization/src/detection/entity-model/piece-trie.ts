const EMPTY = -1;

/**
 * Prefix tree of the vocabulary's pieces: one look-up per character instead of one per possible piece. Its edges,
 * (node, code point) -> node, are in one open-addressed hash table of typed arrays.
 */
export class PieceTrie {
  private readonly mask: number;
  private readonly keys: Float64Array;
  private readonly children: Int32Array;
  /** By node, with 0 as the root: the id of the piece that ends there, or -1. */
  private readonly ids: Int32Array;
  private readonly pieceScores: Float64Array;

  constructor(pieces: readonly { piece: string; id: number; score: number }[]) {
    const mostNodes = 1 + pieces.reduce((sum, { piece }) => sum + piece.length, 0);
    const slots = 2 ** Math.ceil(Math.log2(mostNodes * 1.5));
    this.mask = slots - 1;
    this.keys = new Float64Array(slots).fill(EMPTY);
    this.children = new Int32Array(slots);
    const ids = new Int32Array(mostNodes).fill(-1);
    const scores = new Float64Array(mostNodes);
    let nodes = 1;
    for (const { piece, id, score } of pieces) {
      let node = 0;
      for (const character of piece) {
        const codePoint = character.codePointAt(0) ?? 0;
        const slot = this.slotOf(node, codePoint);
        if (this.keys[slot] === EMPTY) {
          this.keys[slot] = keyOf(node, codePoint);
          this.children[slot] = nodes;
          nodes += 1;
        }
        node = this.children[slot] ?? 0;
      }
      ids[node] = id;
      scores[node] = score;
    }
    this.ids = ids.slice(0, nodes);
    this.pieceScores = scores.slice(0, nodes);
  }

  /** Returns the node below `node`, or `undefined` if no piece continues with this character. */
  step(node: number, codePoint: number): number | undefined {
    const slot = this.slotOf(node, codePoint);
    return this.keys[slot] === EMPTY ? undefined : this.children[slot];
  }

  /** Returns the piece that ends at `node`, or -1. */
  idAt(node: number): number {
    return this.ids[node] ?? -1;
  }

  scoreAt(node: number): number {
    return this.pieceScores[node] ?? 0;
  }

  /** Returns the slot of the edge, or the empty slot for it. */
  private slotOf(node: number, codePoint: number): number {
    const key = keyOf(node, codePoint);
    const hash = Math.imul(node ^ Math.imul(codePoint, 0x9e3779b1), 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    while (this.keys[slot] !== EMPTY && this.keys[slot] !== key) slot = (slot + 1) & this.mask;
    return slot;
  }
}

/** Code points have 21 bits. */
const keyOf = (node: number, codePoint: number): number => node * 0x200000 + codePoint;
