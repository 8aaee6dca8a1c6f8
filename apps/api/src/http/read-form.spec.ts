import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { memoryStorage } from 'multer';
import { readForm } from './read-form';

describe('a form that multer does not read', () => {
  it.each([
    ['an empty boundary', 'multipart/form-data; boundary=', '--b\r\n\r\n--b--'],
    ['no content', 'multipart/form-data; boundary=b', ''],
  ])('has no fields: %s', async (_, type, content) => {
    const headers: Record<string, string> = {
      'content-type': type,
      ...(content && { 'content-length': String(content.length) }),
    };
    const request = Object.assign(Readable.from([content]), {
      headers,
      get: (name: string) => headers[name],
    }) as unknown as Request;
    await readForm(request, {} as Response, memoryStorage());
    expect(request.body).toEqual({});
  });
});
