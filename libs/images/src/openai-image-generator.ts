import { z } from 'zod';
import { AppError } from '@app/common';
import type { ImagesConfig } from '@app/config';
import { notUnderstood, OpenAiServer, refusalOf, type ServerSettings } from '@app/openai-client';
import { MAX_IMAGE_BYTES, type FetchImage } from './fetch-image';
import { ImageGenerator, imageType, type ImageOptions } from './image-generator';

/** The server, as messages name it. */
const NAME = 'The image server';
/** Base64 of the largest image, and what stands around it. */
const MAX_ANSWER_BYTES = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 64 * 1024;

const ANSWER = z.object({
  data: z.tuple([z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })]).rest(z.unknown()),
});

export type ImageServer = Pick<ImagesConfig, 'apiKey' | 'model' | 'timeoutMs'> &
  Pick<ServerSettings, 'onOutcome'> & { baseUrl: string };

/** Any server with OpenAI's `POST /images/generations`. */
export class OpenAiImageGenerator extends ImageGenerator {
  readonly model: string;
  private readonly server: OpenAiServer;

  constructor(
    private readonly settings: ImageServer,
    private readonly fetchImage: FetchImage,
  ) {
    super();
    this.model = settings.model ?? 'image';
    this.server = new OpenAiServer({
      name: NAME,
      baseUrl: settings.baseUrl,
      apiKey: settings.apiKey,
      timeoutMs: settings.timeoutMs,
      chunkTimeoutMs: settings.timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      ...(settings.onOutcome && { onOutcome: settings.onOutcome }),
      // A connection kept from the image before may be closing, and an image is not paid for twice.
      keepAlive: false,
    });
  }

  async generate(prompt: string, signal: AbortSignal, options: ImageOptions = {}): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      const image = await this.ask({ prompt, ...options }, AbortSignal.any([signal, timeout]));
      if (image.length <= MAX_IMAGE_BYTES && imageType(image)) return image;
    } catch (cause) {
      signal.throwIfAborted();
      if (timeout.aborted)
        throw new AppError('provider_timeout', 'The image server did not answer in time; try again', {
          promptSent: true,
        });
      throw cause instanceof AppError ? cause : notUnderstood(NAME, cause);
    }
    throw notUnderstood(NAME, new Error('Neither PNG, JPEG nor WebP, or too large'));
  }

  private async ask(asked: ImageOptions & { prompt: string }, signal: AbortSignal): Promise<Buffer> {
    const body = await this.post({ ...asked, response_format: 'b64_json' }, signal).catch(
      (error: unknown) => {
        // Some models know no response_format, and always answer with base64.
        if (refusalOf(error)?.status === 400) return this.post(asked, signal);
        throw error;
      },
    );
    const [{ b64_json, url }] = ANSWER.parse(body).data;
    if (b64_json) return Buffer.from(b64_json, 'base64');
    if (url) return this.fetchImage.execute(url, signal);
    throw new Error('The image server answered without an image');
  }

  private post(body: object, signal: AbortSignal): Promise<unknown> {
    const { model } = this.settings;
    return this.server.json({
      path: '/images/generations',
      body: { ...body, n: 1, ...(model && { model }) },
      signal,
    });
  }
}
