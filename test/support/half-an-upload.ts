import { readFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestSystem } from '@app/testing';
import type { Caller } from './api-client';

export const SPEECH = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));
const BOUNDARY = 'a-boundary';

/** The file that each endpoint receives. */
const FILES = {
  'job/transcribe': { name: 'a.wav', content: SPEECH },
  'job/anonymize-file': { name: 'a.txt', content: Buffer.from('Write to ann@example.com.\n'.repeat(1_000)) },
};
export type UploadPath = keyof typeof FILES;

/** An upload; its first half has been sent. */
export interface HalfAnUpload {
  request: ClientRequest;
  /** The second half, not yet sent. */
  rest: Buffer;
  answer: Promise<IncomingMessage>;
}

/** @param headers in addition to the required headers */
export function halfAnUpload(
  system: TestSystem,
  { authorization }: Caller,
  webhookUrl: string,
  headers: Record<string, string> = {},
  path: UploadPath = 'job/transcribe',
): HalfAnUpload {
  const { name, content: file } = FILES[path];
  const part = (head: string, content: string | Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const body = Buffer.concat([
    part('name="lang"', 'en'),
    part('name="webhook_url"', webhookUrl),
    part(`name="file"; filename="${name}"`, file),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  const request = httpRequest(system.ai(path), {
    method: 'POST',
    headers: {
      ...authorization,
      ...headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  answer.catch(() => undefined);
  request.write(body.subarray(0, body.length / 2));
  return { request, rest: body.subarray(body.length / 2), answer };
}

/** @returns the job's id */
export async function acceptedUpload(answer: IncomingMessage): Promise<string> {
  expect(answer.statusCode).toBe(202);
  return (JSON.parse(await text(answer)) as { job_id: string }).job_id;
}
