import { send } from '../api/client';
import { addressOf } from '../settings';

type Path = '/ai/v1/files/anonymize' | '/ai/v1/files/preview' | '/ai/v1/files/restore';
/** The fields of a form. A list becomes one part for each value. */
type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A file that the service wrote. */
export interface WrittenFile {
  name: string;
  content: Blob;
  headers: Headers;
}

/**
 * Sends a file with fields.
 *
 * @throws Failure if the service refuses it
 */
export async function sendFile(path: Path, file: File, fields: Fields): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) body.append(name, one);
  body.append('file', file);
  const request = new Request(new URL(addressOf(path), location.origin), { method: 'POST', body });
  return send(request);
}

/** Sends a file, and returns the file that the service wrote. @throws Failure */
export async function rewriteFile(path: Path, file: File, fields: Fields): Promise<WrittenFile> {
  const response = await sendFile(path, file, fields);
  return { name: nameOf(response) ?? file.name, content: await response.blob(), headers: response.headers };
}

/** Returns the name in `Content-Disposition` (RFC 6266). */
function nameOf({ headers }: Response): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? [];
  return encoded && decodeURIComponent(encoded);
}
