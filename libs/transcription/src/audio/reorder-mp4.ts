import { Transform, type TransformCallback } from 'node:stream';
import type { IndexMove } from './mp4-index';

/** Passes a file on with its index before its samples. */
export class ReorderMp4 extends Transform {
  private position = 0;

  constructor(private readonly move: IndexMove) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const { from, to, index } = this.move;
    const start = this.position;
    this.position += chunk.length;
    const part = (begin: number, end: number) =>
      chunk.subarray(Math.max(begin - start, 0), Math.max(end - start, 0));
    this.push(part(0, to));
    if (start <= to && to < this.position) this.push(index);
    this.push(part(to, from));
    this.push(part(from + index.length, this.position));
    done();
  }
}
