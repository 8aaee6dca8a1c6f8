import { useState } from 'react';
import { Failure, toFailure } from '../../api/failure';
import { accessToken } from '../../session/session';
import { addressOf } from '../../settings';

export interface Attachment {
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Once it was read by the service. */
  id?: string;
  failure?: Failure;
}

export const DOCUMENT_TYPES = '.txt,.md,.csv,.json,.html,.pdf,.docx,.pptx,.xlsx,.odt,.rtf';

/** One document that goes with the next prompt. */
export function useAttachment() {
  const [attachment, setAttachment] = useState<Attachment>();
  const attach = async (file: File) => {
    setAttachment({ name: file.name, progress: 0 });
    try {
      const id = await upload(file, (progress) => setAttachment({ name: file.name, progress }));
      setAttachment({ name: file.name, progress: 1, id });
    } catch (thrown) {
      setAttachment({ name: file.name, progress: 0, failure: toFailure(thrown) });
    }
  };
  return { attachment, attach, clear: () => setAttachment(undefined) };
}

/** By XMLHttpRequest, which alone tells how far an upload has come. @returns the document's id */
export async function upload(file: File, onProgress: (progress: number) => void): Promise<string> {
  const token = await accessToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf('/ai/v1/upload'));
    request.responseType = 'json';
    request.setRequestHeader('Authorization', `Bearer ${token ?? ''}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('File-Name', encodeURIComponent(file.name));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(new Failure(0, '')));
    request.addEventListener('load', () => {
      const body = request.response as { data?: string; message?: string } | null;
      if (request.status === 200 && body?.data) resolve(body.data);
      else reject(new Failure(request.status, body?.message ?? request.statusText));
    });
    request.send(file);
  });
}
