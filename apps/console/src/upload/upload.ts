import { Failure, failureOf } from '../api/failure';
import { accessToken, renewSession } from '../session/session';
import { addressOf } from '../settings';

/**
 * Uploads a document.
 *
 * @returns its id
 * @throws Failure if the service refuses the document
 */
export async function upload(file: File, onProgress: (progress: number) => void): Promise<string> {
  let request = await post(file, await accessToken(), onProgress);
  if (request.status === 401) request = await post(file, await renewSession(), onProgress);
  const body = request.response as { data?: string } | null;
  if (request.status === 200 && body?.data) return body.data;
  throw failureOf(
    { status: request.status, headers: { get: (name) => request.getResponseHeader(name) } },
    body,
  );
}

/** Uses XMLHttpRequest: `fetch` does not report the progress of an upload. */
function post(
  file: File,
  token: string | undefined,
  onProgress: (progress: number) => void,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf('/ai/v1/upload'));
    request.responseType = 'json';
    request.setRequestHeader('Authorization', `Bearer ${token ?? ''}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('File-Name', encodeURIComponent(file.name));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(new Failure({ code: 'unreachable' })));
    request.addEventListener('load', () => resolve(request));
    request.send(file);
  });
}
