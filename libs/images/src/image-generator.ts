import { AppError } from '@app/common';

/** The options of an image, as OpenAI's servers name them. */
export interface ImageOptions {
  /** Such as `1024x1024`, or `auto`. */
  size?: string;
  quality?: string;
}

/** The options of an edited image. */
export interface EditOptions extends ImageOptions {
  /** `transparent`, `opaque` or `auto`. */
  background?: string;
  input_fidelity?: string;
  output_format?: string;
}

/** An image that a server receives. */
export interface SentImage {
  format: 'png' | 'jpeg';
  content: Buffer;
}

/** Images that are edited. */
export interface ImagesToEdit {
  images: readonly SentImage[];
  /** Transparent where the first image may change. */
  mask?: SentImage;
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

  /**
   * @param images without personal data, as the description
   * @returns a PNG, JPEG or WebP file, at most 20 MiB
   * @throws as {@link generate}
   */
  abstract edit(
    prompt: string,
    images: ImagesToEdit,
    signal: AbortSignal,
    options?: EditOptions,
  ): Promise<Buffer>;
}

/** The generator for deployments without an image server. */
export class NoImageGenerator extends ImageGenerator {
  readonly model = 'none';

  generate(): Promise<Buffer> {
    return Promise.reject(notConfigured());
  }

  edit(): Promise<Buffer> {
    return Promise.reject(notConfigured());
  }
}

const notConfigured = (): AppError =>
  new AppError('not_configured', 'Images are not configured; the operator must set IMAGE_BASE_URL');

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
