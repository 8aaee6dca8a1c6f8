import { Inject, Injectable } from '@nestjs/common';
import { imagesConfig, type ImagesConfig } from '@app/config';
import { SignedLinks } from '@app/storage';

/** Creates the signed links to images. */
@Injectable()
export class ImageLinks {
  constructor(
    @Inject(imagesConfig.KEY) private readonly images: Pick<ImagesConfig, 'urlTtlMs'>,
    private readonly links: SignedLinks,
  ) {}

  /** Returns a new absolute link, which expires after IMAGE_URL_TTL. */
  to(imageId: string): string {
    return this.links.to('image', imageId, this.images.urlTtlMs);
  }
}
