import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, Clock, isId } from '@app/common';
import { httpConfig, imagesConfig, type HttpConfig, type ImagesConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { ImageFiles } from './image-files';
import { imageType, type ImageType } from './image-generator';

const PURPOSE = 'image-link';

/** Creates links with an HMAC over id and expiry, which open an image without a token (contract: Image generation). */
@Injectable()
export class ImageLinks {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    @Inject(imagesConfig.KEY) private readonly images: ImagesConfig,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
  ) {}

  /** Returns a new absolute link. */
  to(imageId: string): string {
    const expires = String(Math.ceil((this.clock.now().getTime() + this.images.urlTtlMs) / 1000));
    const url = new URL(
      `${this.http.publicBaseUrl.replace(/\/+$/, '')}${this.http.aiBasePath}/images/${imageId}`,
    );
    const signature = this.keys.hash(PURPOSE, signed(imageId, expires));
    url.search = new URLSearchParams({ expires, signature }).toString();
    return url.toString();
  }

  /** Returns whether this service signed the link and it has not expired. */
  isGood(imageId: string, expires: string, signature: string): boolean {
    if (!isId(imageId) || !/^\d{1,12}$/.test(expires)) return false;
    const given = Buffer.from(signature);
    // Also accepts main keys that only decrypt, because a link outlives a rotation.
    const right = this.keys.hashes(PURPOSE, signed(imageId, expires)).map((hash) => Buffer.from(hash));
    if (!right.some((one) => given.length === one.length && timingSafeEqual(given, one))) return false;
    return Number(expires) * 1000 > this.clock.now().getTime();
  }
}

const signed = (imageId: string, expires: string): string => `${imageId.toLowerCase()}:${expires}`;

export interface SignedLink {
  imageId: string;
  expires: string;
  signature: string;
}

/** Opens the image of a link. */
@Injectable()
export class ReadImage {
  constructor(
    private readonly links: ImageLinks,
    private readonly files: ImageFiles,
  ) {}

  /** @throws AppError `not_found`, the same for an expired or forged link and for a deleted image */
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
