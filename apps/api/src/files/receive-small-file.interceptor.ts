import { callbackify } from 'node:util';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { AppError } from '@app/common';
import { contentOf, oneFileExpected, partName, readForm } from '../http/read-form';

/** The largest file that is answered at once, in bytes. */
export const MOST_FILE_BYTES = 10 * 1024 ** 2;
/** What a route keeps in memory of a request: the file, and the other parts. */
export const MOST_FORM_BYTES = MOST_FILE_BYTES + 1024 ** 2;

/** Each word to hide or to keep is a field. */
const MANY_SHORT_FIELDS = { fields: 250, parts: 260, fieldSize: 4 * 1024 };

/** The request's file. */
export interface SmallFile {
  name: string;
  content: Buffer;
}

type Stored = Partial<Express.Multer.File> & SmallFile;
type HandleDone = Parameters<StorageEngine['_handleFile']>[2];

const inMemory: StorageEngine = {
  _handleFile(_: Request, file: Express.Multer.File, done: HandleDone): void {
    let bytes = 0;
    const count = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes > MOST_FILE_BYTES) throw fileTooLarge();
    };
    callbackify(async (): Promise<Stored> => ({
      name: partName(file),
      content: await contentOf(file.stream, count),
    }))(done);
  },
  _removeFile: (_request, _file, done) => done(null),
};

/** Reads multipart/form-data with one file, after the guards. The file is `request.file`, a {@link SmallFile}. */
@Injectable()
export class ReceiveSmallFile implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { file?: Partial<SmallFile> }>();
    if (Number(request.get('content-length') ?? 0) > MOST_FORM_BYTES) throw fileTooLarge();
    await readForm(request, http.getResponse<Response>(), inMemory, MANY_SHORT_FIELDS);
    if (!request.file?.content) throw oneFileExpected();
    // Multer's object has no prototype, which validation and transformation require.
    request.body = { ...(request.body as object) };
    return next.handle();
  }
}

export const fileTooLarge = (): AppError =>
  new AppError(
    'too_large',
    `The file is too large: at most ${MOST_FILE_BYTES} bytes are accepted; send larger ones to job/anonymize-file`,
  );
