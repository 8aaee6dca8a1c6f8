import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A zip file with these parts, each given whole. */
export async function zipFile(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}
