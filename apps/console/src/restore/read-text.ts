/** Returns the text of a file; undefined if it is not UTF-8. */
export async function readText(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // The decoder fails only if the bytes are not UTF-8.
  }
}
