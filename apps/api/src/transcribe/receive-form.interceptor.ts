import { callbackify } from 'node:util';
import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import type { AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { checkIdempotencyKey } from '@app/jobs';
import { checkAudioName, ReceiveAudio, type ReceivedAudio } from '@app/transcription';
import { readForm } from '../http/read-form';

/** The request's file as multer provides it. */
export interface StoredAudio {
  audio: ReceivedAudio;
  originalname: string;
}

type Stored = Partial<Express.Multer.File> & Pick<StoredAudio, 'audio'>;
type HandleDone = Parameters<StorageEngine['_handleFile']>[2];
type RemoveDone = Parameters<StorageEngine['_removeFile']>[2];

/** Implements multer's storage: streams the upload to the blob store, and deletes it if the upload fails. */
@Injectable()
export class AudioStorage implements StorageEngine {
  constructor(private readonly receive: ReceiveAudio) {}

  _handleFile(request: Request, file: Express.Multer.File, done: HandleDone): void {
    callbackify(async (): Promise<Stored> => ({ audio: await this.store(request, file) }))(done);
  }

  _removeFile(_: Request, file: Express.Multer.File & Partial<StoredAudio>, done: RemoveDone): void {
    callbackify(async () => file.audio && this.receive.discard(file.audio))(done);
  }

  private async store(
    request: Request,
    { originalname, stream }: Express.Multer.File,
  ): Promise<ReceivedAudio> {
    checkAudioName(originalname);
    const gone = new AbortController();
    request.once('close', () => {
      if (!request.complete) gone.abort(new AppError('bad_request', 'The upload was aborted'));
    });
    const idempotencyKey = request.get('idempotency-key');
    return this.receive.execute({
      owner: request.user as AuthUser,
      content: stream,
      signal: gone.signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  }
}

/** The maximum size of the other parts and the boundaries. */
const FORM_BYTES = 1024 * 1024;

/**
 * Reads multipart/form-data after the guards, with parts in any order, and streams its file to the blob store. If the
 * request then fails, the recording is deleted.
 */
@Injectable()
export class ReceiveForm implements NestInterceptor {
  constructor(
    @Inject(transcriptionConfig.KEY) private readonly config: TranscriptionConfig,
    private readonly receive: ReceiveAudio,
    private readonly storage: AudioStorage,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { file?: StoredAudio }>();
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

  private check(request: Request): void {
    if (!request.is('multipart/form-data'))
      throw new AppError('unsupported_media_type', 'Content-Type must be multipart/form-data');
    if (Number(request.get('content-length') ?? 0) > this.config.maxAudioBytes + FORM_BYTES)
      throw new AppError('too_large', tooLarge(this.config.maxAudioBytes));
    const key = request.get('idempotency-key');
    if (key !== undefined) checkIdempotencyKey(key);
  }

  private async drop({ file }: { file?: StoredAudio }): Promise<void> {
    if (file) await this.receive.discard(file.audio);
  }
}

const tooLarge = (bytes: number): string => `file is too large: at most ${bytes} bytes are accepted`;
