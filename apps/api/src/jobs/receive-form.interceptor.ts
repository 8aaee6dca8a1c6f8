import { callbackify } from 'node:util';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import type { AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import { ReceiveUpload, type ReceivedUpload } from '@app/job-files';
import { checkIdempotencyKey, type JobType } from '@app/jobs';
import { partName, readForm } from '../http/read-form';

/** The request's file as multer provides it. */
export interface StoredUpload {
  upload: ReceivedUpload;
  name: string;
}

type Stored = Partial<Express.Multer.File> & StoredUpload;
type HandleDone = Parameters<StorageEngine['_handleFile']>[2];
type RemoveDone = Parameters<StorageEngine['_removeFile']>[2];

/** The maximum size of the other parts and the boundaries. */
const FORM_BYTES = 1024 * 1024;

/**
 * Reads multipart/form-data after the guards, with parts in any order, and streams its file to the blob store. If the
 * request then fails, the upload is deleted. Each endpoint with an upload has one class.
 */
@Injectable()
export abstract class ReceiveForm implements NestInterceptor {
  /** The type of the job that the upload is for. */
  protected abstract readonly type: JobType;
  /** The limit of the largest upload, in bytes. */
  protected abstract readonly maxBytes: number;

  /** Multer's storage: streams the upload to the blob store, and deletes it if the upload fails. */
  private readonly storage: StorageEngine = {
    _handleFile: (request: Request, file: Express.Multer.File, done: HandleDone): void => {
      callbackify(() => this.store(request, file))(done);
    },
    _removeFile: (_: Request, file: Express.Multer.File & Partial<StoredUpload>, done: RemoveDone): void => {
      callbackify(() => this.drop({ file }))(done);
    },
  };

  constructor(private readonly receive: ReceiveUpload) {}

  /**
   * Checks the name of the file.
   *
   * @returns the limit of an upload with this name, in bytes
   * @throws AppError `bad_request`
   */
  protected abstract limitOf(name: string): number;

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { file?: Partial<StoredUpload> }>();
    this.check(request);
    await readForm(request, http.getResponse<Response>(), this.storage);
    // Multer's object has no prototype, which validation and transformation require.
    request.body = { ...(request.body as object) };
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          from(this.drop(request)).pipe(mergeMap(() => throwError(() => error))),
        ),
      );
  }

  private async store(request: Request, file: Express.Multer.File): Promise<Stored> {
    const name = partName(file);
    const maxBytes = this.limitOf(name);
    const gone = new AbortController();
    request.once('close', () => {
      if (!request.complete) gone.abort(new AppError('bad_request', 'The upload was aborted'));
    });
    const idempotencyKey = request.get('idempotency-key');
    const upload = await this.receive.execute({
      owner: request.user as AuthUser,
      type: this.type,
      content: file.stream,
      maxBytes,
      signal: gone.signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    return { upload, name };
  }

  private check(request: Request): void {
    if (!request.is('multipart/form-data'))
      throw new AppError('unsupported_media_type', 'Content-Type must be multipart/form-data');
    if (Number(request.get('content-length') ?? 0) > this.maxBytes + FORM_BYTES)
      throw new AppError('too_large', `file is too large: at most ${this.maxBytes} bytes are accepted`);
    const key = request.get('idempotency-key');
    if (key !== undefined) checkIdempotencyKey(key);
  }

  private async drop({ file }: { file?: Partial<StoredUpload> }): Promise<void> {
    if (file?.upload) await this.receive.discard(file.upload);
  }
}
