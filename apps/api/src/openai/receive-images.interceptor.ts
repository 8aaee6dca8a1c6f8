import { callbackify } from 'node:util';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { AppError, invalid } from '@app/common';
import { MAX_READ_IMAGES, type UploadedImages } from '@app/openai-gateway';
import { contentOf, readForm, type FileParts } from '../http/read-form';

/** The most bytes of the images of a request. */
const MOST_IMAGE_BYTES = 16 * 1024 ** 2;
const FORM_BYTES = 1024 ** 2;
/** What a route keeps in memory of a request: the images, and the other parts. */
export const MOST_EDIT_BYTES = MOST_IMAGE_BYTES + FORM_BYTES;

/** Descriptions of images are longer than other fields. */
const LONG_FIELDS = { files: MAX_READ_IMAGES + 1, fields: 50, parts: 70, fieldSize: 256 * 1024 };

const FILES: FileParts = {
  parts: [
    { name: 'image', maxCount: MAX_READ_IMAGES },
    { name: 'image[]', maxCount: MAX_READ_IMAGES },
    { name: 'mask', maxCount: 1 },
  ],
  refusal: () =>
    invalid(
      'image',
      `must be the parts with files, named image or image[], at most ${MAX_READ_IMAGES}; one more may be named mask`,
    ),
};

interface Image {
  content: Buffer;
}
type Part = Partial<Express.Multer.File> & Image;
type Parts = Partial<Record<'image' | 'image[]' | 'mask', Image[]>>;
type HandleDone = Parameters<StorageEngine['_handleFile']>[2];

/** Reads multipart/form-data with images, after the guards. They are `request.uploaded`, {@link UploadedImages}. */
@Injectable()
export class ReceiveImages implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & { uploaded?: UploadedImages }>();
    if (request.is('application/json'))
      throw new AppError(
        'bad_request',
        'The body must be multipart/form-data with the parts image and prompt; references to images in JSON are not accepted',
      );
    if (Number(request.get('content-length') ?? 0) > MOST_EDIT_BYTES) throw tooLarge();
    await readForm(request, http.getResponse<Response>(), inMemory(), LONG_FIELDS, FILES);
    const { image = [], 'image[]': more = [], mask = [] } = (request.files ?? {}) as Parts;
    request.uploaded = {
      images: [...image, ...more].map(({ content }) => content),
      ...(mask[0] && { mask: mask[0].content }),
    };
    // Multer's object has no prototype, which validation and transformation require.
    request.body = { ...(request.body as object) };
    return next.handle();
  }
}

/** Returns a storage for the images of one request, which have a common limit. */
function inMemory(): StorageEngine {
  let bytes = 0;
  const count = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > MOST_IMAGE_BYTES) throw tooLarge();
  };
  return {
    _handleFile(_: Request, file: Express.Multer.File, done: HandleDone): void {
      callbackify(async (): Promise<Part> => ({ content: await contentOf(file.stream, count) }))(done);
    },
    _removeFile: (_request, _file, done) => done(null),
  };
}

const tooLarge = (): AppError =>
  new AppError('too_large', `The images are too large: at most ${MOST_IMAGE_BYTES} bytes are accepted`);
