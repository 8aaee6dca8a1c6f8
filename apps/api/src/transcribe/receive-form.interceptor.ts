import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import { AppError } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { checkIdempotencyKey, ReceiveAudio } from '@app/jobs';
import { readForm } from '../http/read-form';
import { AudioStorage, type StoredAudio } from './audio-storage';

/** What the other parts and the boundaries may add. */
const FORM_BYTES = 1024 * 1024;

/**
 * Reads multipart/form-data after the guards, parts in any order, its file on the way to the blob store. Where the
 * request then comes to nothing, the recording is deleted again.
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
    // Multer's has no prototype, which what transforms and validates it does not expect.
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
