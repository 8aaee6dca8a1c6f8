import { AppError } from '@app/common';

/** Makes images from descriptions that may leave. */
export abstract class ImageGenerator {
  /** What makes them, for the history. */
  abstract readonly model: string;

  /**
   * @returns a PNG, JPEG or WebP file, at most 20 MiB
   * @throws AppError `upstream_failed`, `upstream_timeout`, `unavailable` where no server is configured;
   *   the signal's reason where it aborts
   */
  abstract generate(prompt: string, signal: AbortSignal): Promise<Buffer>;
}

/** Where no image server is configured. */
export class NoImageGenerator extends ImageGenerator {
  readonly model = 'none';

  generate(): Promise<Buffer> {
    return Promise.reject(
      new AppError('unavailable', 'Images are not configured here; the operator has to set IMAGE_BASE_URL'),
    );
  }
}
