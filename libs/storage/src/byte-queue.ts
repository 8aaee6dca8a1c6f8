/** Smaller pieces are merged, so that a sender of single bytes does not cause work for each. */
const SMALL = 4096;

/**
 * Buffers bytes and returns them in other lengths. Large pieces are not copied, because copies are garbage to collect.
 */
export class ByteQueue {
  length = 0;
  private readonly pieces: Buffer[] = [];

  add(piece: Buffer): void {
    const last = this.pieces.at(-1);
    if (last && last.length + piece.length <= SMALL)
      this.pieces[this.pieces.length - 1] = Buffer.concat([last, piece]);
    else this.pieces.push(piece);
    this.length += piece.length;
  }

  /** Takes the next `length` bytes, which must be available. */
  take(length: number): Buffer[] {
    const taken: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const piece = this.pieces.shift()!;
      taken.push(piece.subarray(0, missing));
      if (piece.length > missing) this.pieces.unshift(piece.subarray(missing));
      missing -= Math.min(missing, piece.length);
    }
    this.length -= length;
    return taken;
  }
}
