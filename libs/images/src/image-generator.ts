import { AppError } from '@app/common';

/** The options of an image, as OpenAI's servers name them. */
export interface ImageOptions {
  /** Such as `1024x1024`, or `auto`. */
  size?: string;
  quality?: string;
}

/** Generates images from descriptions without personal data. */
export abstract class ImageGenerator {
  /** The name of the model, for the history. */
  abstract readonly model: string;

  /**
   * @returns a PNG, JPEG or WebP file, at most 20 MiB
   * @throws AppError with a `provider_` code; `not_configured`; the signal's reason if it aborts
   */
  abstract generate(prompt: string, signal: AbortSignal, options?: ImageOptions): Promise<Buffer>;
}

/** The generator for deployments without an image server. */
export class NoImageGenerator extends ImageGenerator {
  readonly model = 'none';

  generate(): Promise<Buffer> {
    return Promise.reject(
      new AppError('not_configured', 'Images are not configured; the operator must set IMAGE_BASE_URL'),
    );
  }
}

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** Returns the type of an image by its first bytes, ignoring any declared type; undefined if it is not supported. */
export function imageType(start: Buffer): ImageType | undefined {
  if (start.subarray(0, 8).equals(PNG)) return 'image/png';
  if (start.subarray(0, 3).equals(JPEG)) return 'image/jpeg';
  const riff = start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
  return riff ? 'image/webp' : undefined;
}
