/** The whole of a stream, unless it is longer than `maxBytes`. @throws Error where it is */
export async function readLimited(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('Longer than is accepted');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
