import { callbackify } from 'node:util';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import type { AuthUser } from '@app/auth';
import { MAX_INPUT_BYTES, OwnBatchFiles, shownFile, UploadBatchFile, type ShownFile } from '@app/batches';
import { AppError, invalid } from '@app/common';
import { partName, readForm, streamOf } from '../http/read-form';

/** The maximum size of the other parts and the boundaries. */
const FORM_BYTES = 1024 * 1024;

/** The request's file as multer provides it. */
export interface ReceivedBatchFile {
  shown: ShownFile;
}

type Stored = Partial<Express.Multer.File> & ReceivedBatchFile;
type HandleDone = Parameters<StorageEngine['_handleFile']>[2];
type RemoveDone = Parameters<StorageEngine['_removeFile']>[2];

/** Reads multipart/form-data after the guards, with parts in any order, and streams its file to the blob store. */
@Injectable()
export class ReceiveBatchFile implements NestInterceptor {
  private readonly storage: StorageEngine = {
    _handleFile: (request: Request, file: Express.Multer.File, done: HandleDone): void => {
      callbackify(() => this.store(request, file))(done);
    },
    _removeFile: (request: Request, file: Express.Multer.File & Partial<Stored>, done: RemoveDone): void => {
      callbackify(() => this.drop(request, file))(done);
    },
  };

  constructor(
    private readonly upload: UploadBatchFile,
    private readonly files: OwnBatchFiles,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { file?: Partial<Stored> }>();
    if (Number(request.get('content-length') ?? 0) > MAX_INPUT_BYTES + FORM_BYTES)
      throw new AppError('too_large', `file is too large: at most ${MAX_INPUT_BYTES} bytes are accepted`);
    await readForm(request, http.getResponse<Response>(), this.storage);
    try {
      checkPurpose((request.body as { purpose?: unknown }).purpose);
    } catch (error) {
      await this.drop(request, request.file ?? {});
      throw error;
    }
    // Multer's object has no prototype, which validation and transformation require.
    request.body = { ...(request.body as object) };
    return next.handle();
  }

  private async store(request: Request, file: Express.Multer.File): Promise<Stored> {
    const { purpose } = request.body as { purpose?: unknown };
    if (purpose !== undefined) checkPurpose(purpose);
    const gone = new AbortController();
    request.once('close', () => {
      if (!request.complete) gone.abort(new AppError('bad_request', 'The upload was aborted'));
    });
    const stored = await this.upload.execute(request.user as AuthUser, {
      name: partName(file),
      content: streamOf(file.stream),
      signal: gone.signal,
    });
    return { shown: shownFile(stored) };
  }

  private async drop(request: Request, { shown }: Partial<Stored>): Promise<void> {
    if (shown) await this.files.delete(request.user as AuthUser, shown.id);
  }
}

function checkPurpose(purpose: unknown): void {
  if (purpose === 'batch') return;
  throw typeof purpose === 'string'
    ? invalid('purpose', 'must be batch: files with other purposes are not supported', 'not_supported')
    : invalid('purpose', 'must be batch');
}
