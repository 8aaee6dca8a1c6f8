/** Bytes of signed 16 bit little-endian samples, in chunks of any length, as whole samples. */
export async function* toSamples(chunks: AsyncIterable<Buffer>): AsyncGenerator<Int16Array> {
  let odd: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const end = bytes.length - (bytes.length % 2);
    odd = bytes.subarray(end);
    // A copy starts where a typed array may; every platform that the engine is built for is little-endian.
    const aligned = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + end);
    if (end > 0) yield new Int16Array(aligned as ArrayBuffer);
  }
}
