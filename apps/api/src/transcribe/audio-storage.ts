import { callbackify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { StorageEngine } from 'multer';
import type { AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import { checkAudioName, ReceiveAudio, type ReceivedAudio } from '@app/jobs';

/** What multer hands on as the request's file. */
export interface StoredAudio {
  audio: ReceivedAudio;
  originalname: string;
}

type Stored = Partial<Express.Multer.File> & Pick<StoredAudio, 'audio'>;
type HandleDone = Parameters<StorageEngine['_handleFile']>[2];
type RemoveDone = Parameters<StorageEngine['_removeFile']>[2];

/** Multer's storage: what arrives goes to the blob store as it comes, and is gone again if the upload fails. */
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
      if (!request.complete) gone.abort(new AppError('bad_request', 'The upload was broken off'));
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
