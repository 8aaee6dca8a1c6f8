import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { ImageFiles } from './image-files';
import { ImageLinks } from './image-links';
import { imageType, type ImageType } from './image-type';

export interface SignedLink {
  imageId: string;
  expires: string;
  signature: string;
}

/** Opens the image that a link leads to. */
@Injectable()
export class ReadImage {
  constructor(
    private readonly links: ImageLinks,
    private readonly files: ImageFiles,
  ) {}

  /** @throws AppError `not_found`, the same for a link that expired, was forged, or leads to nothing any more */
  async execute({
    imageId,
    expires,
    signature,
  }: SignedLink): Promise<{ type: ImageType; content: Readable }> {
    const image = this.links.isGood(imageId, expires, signature) && (await this.open(imageId));
    if (!image) throw new AppError('not_found', 'There is no such image, or the link has expired');
    return image;
  }

  private async open(imageId: string): Promise<{ type: ImageType; content: Readable } | undefined> {
    const stored = await this.files.open(imageId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (!stored) return undefined;
    const chunks: AsyncIterator<Buffer> = stored[Symbol.asyncIterator]();
    const first = await chunks.next();
    const type = first.done ? undefined : imageType(first.value);
    if (!type) throw new Error('A stored image is none');
    return { type, content: Readable.from(again(first.value, chunks), { objectMode: false }) };
  }
}

async function* again(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
