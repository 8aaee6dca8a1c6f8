import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, isId } from '@app/common';
import { httpConfig, imagesConfig, type HttpConfig, type ImagesConfig } from '@app/config';
import { KeyRing } from '@app/crypto';

const PURPOSE = 'image-link';

/** Links that open an image without a token, for a while: an HMAC over id and expiry (contract: Image generation). */
@Injectable()
export class ImageLinks {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    @Inject(imagesConfig.KEY) private readonly images: ImagesConfig,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
  ) {}

  /** An absolute, fresh link. */
  to(imageId: string): string {
    const expires = String(Math.ceil((this.clock.now().getTime() + this.images.urlTtlMs) / 1000));
    const url = new URL(
      `${this.http.publicBaseUrl.replace(/\/+$/, '')}${this.http.aiBasePath}/images/${imageId}`,
    );
    const signature = this.keys.hash(PURPOSE, signed(imageId, expires));
    url.search = new URLSearchParams({ expires, signature }).toString();
    return url.toString();
  }

  /** Whether this service signed that, and it has not expired. */
  isGood(imageId: string, expires: string, signature: string): boolean {
    if (!isId(imageId) || !/^\d{1,12}$/.test(expires)) return false;
    const given = Buffer.from(signature);
    // Also under the main keys that only decrypt: a link outlives a rotation.
    const right = this.keys.hashes(PURPOSE, signed(imageId, expires)).map((hash) => Buffer.from(hash));
    if (!right.some((one) => given.length === one.length && timingSafeEqual(given, one))) return false;
    return Number(expires) * 1000 > this.clock.now().getTime();
  }
}

const signed = (imageId: string, expires: string): string => `${imageId.toLowerCase()}:${expires}`;
