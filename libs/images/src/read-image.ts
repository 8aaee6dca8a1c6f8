import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { SignedLinks, type SignedLink } from '@app/storage';
import { ImageFiles } from './image-files';
import { imageType, type ImageType } from './image-generator';

/** Opens the image of a link (contract: Image generation). */
@Injectable()
export class ReadImage {
  constructor(
    private readonly links: SignedLinks,
    private readonly files: ImageFiles,
  ) {}

  /** @throws AppError `not_found`, the same for an expired or forged link and for a deleted image */
  async execute(link: SignedLink): Promise<{ type: ImageType; content: Readable }> {
    const image = this.links.isGood('image', link) && (await this.open(link.id));
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
    if (!type) throw new Error('A stored image has no known image type');
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
