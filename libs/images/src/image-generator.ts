import { AppError } from '@app/common';

/** How an image is to look, in the words of OpenAI's servers. */
export interface ImageOptions {
  /** `1024x1024`, or `auto`. */
  size?: string;
  quality?: string;
}

/** Makes images from descriptions that may leave. */
export abstract class ImageGenerator {
  /** What makes them, for the history. */
  abstract readonly model: string;

  /**
   * @returns a PNG, JPEG or WebP file, at most 20 MiB
   * @throws AppError with a `provider_` code; `not_configured`;
   *   the signal's reason where it aborts
   */
  abstract generate(prompt: string, signal: AbortSignal, options?: ImageOptions): Promise<Buffer>;
}

/** Where no image server is configured. */
export class NoImageGenerator extends ImageGenerator {
  readonly model = 'none';

  generate(): Promise<Buffer> {
    return Promise.reject(
      new AppError(
        'not_configured',
        'Images are not configured here; the operator has to set IMAGE_BASE_URL',
      ),
    );
  }
}

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** The type of an image by its first bytes alone, whatever anybody says of it; undefined: none that is served. */
export function imageType(start: Buffer): ImageType | undefined {
  if (start.subarray(0, 8).equals(PNG)) return 'image/png';
  if (start.subarray(0, 3).equals(JPEG)) return 'image/jpeg';
  const riff = start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
  return riff ? 'image/webp' : undefined;
}
