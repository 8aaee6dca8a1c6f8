import { AppError } from '@app/common';
import { ImageGenerator } from './image-generator';

/** Where no image server is configured. */
export class NoImageGenerator extends ImageGenerator {
  readonly model = 'none';

  generate(): Promise<Buffer> {
    return Promise.reject(
      new AppError('unavailable', 'Images are not configured here; the operator has to set IMAGE_BASE_URL'),
    );
  }
}
