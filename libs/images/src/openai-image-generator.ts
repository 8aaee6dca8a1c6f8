import { z } from 'zod';
import { AppError } from '@app/common';
import type { ImagesConfig } from '@app/config';
import { notUnderstood, ProviderClient, refusalOf, type ServerSettings } from '@app/openai-client';
import { MAX_IMAGE_BYTES, type FetchImage } from './fetch-image';
import {
  ImageGenerator,
  imageType,
  type EditOptions,
  type ImageOptions,
  type ImagesToEdit,
  type SentImage,
} from './image-generator';

/** The name of the server in error messages. */
const NAME = 'The image server';
/** The size of the largest image in base64, and of the JSON around it. */
const MAX_ANSWER_BYTES = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 64 * 1024;

const ANSWER = z.object({
  data: z.tuple([z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })]).rest(z.unknown()),
});

export type ImageServer = Pick<ImagesConfig, 'apiKey' | 'model' | 'timeoutMs'> &
  Pick<ServerSettings, 'onOutcome'> & { baseUrl: string };

type TextFields = Readonly<Record<string, string>>;
/** Sends a request for an image with these fields. */
type Post = (fields: TextFields, signal: AbortSignal) => Promise<unknown>;

/** Calls any server with OpenAI's `POST /images/generations` and `POST /images/edits`. */
export class OpenAiImageGenerator extends ImageGenerator {
  readonly model: string;
  private readonly server: ProviderClient;

  constructor(
    private readonly settings: ImageServer,
    private readonly fetchImage: FetchImage,
  ) {
    super();
    this.model = settings.model ?? 'image';
    this.server = new ProviderClient({
      name: NAME,
      baseUrl: settings.baseUrl,
      apiKey: settings.apiKey,
      timeoutMs: settings.timeoutMs,
      chunkTimeoutMs: settings.timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      ...(settings.onOutcome && { onOutcome: settings.onOutcome }),
      // The server may be closing a reused connection, and a retry might pay for an image twice.
      keepAlive: false,
    });
  }

  generate(prompt: string, signal: AbortSignal, options: ImageOptions = {}): Promise<Buffer> {
    const { model } = this.settings;
    return this.make({ prompt, ...options }, signal, (body, signal) =>
      this.server.json({
        path: '/images/generations',
        body: { ...body, n: 1, ...(model && { model }) },
        signal,
      }),
    );
  }

  edit(
    prompt: string,
    images: ImagesToEdit,
    signal: AbortSignal,
    options: EditOptions = {},
  ): Promise<Buffer> {
    const { model } = this.settings;
    return this.make({ prompt, ...options }, signal, async (body, signal) =>
      this.server.json({
        path: '/images/edits',
        form: await encoded({ ...body, n: '1', ...(model && { model }) }, images),
        signal,
      }),
    );
  }

  private async make(asked: TextFields, signal: AbortSignal, post: Post): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      const image = await this.ask(asked, AbortSignal.any([signal, timeout]), post);
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

  private async ask(asked: TextFields, signal: AbortSignal, post: Post): Promise<Buffer> {
    const body = await post({ ...asked, response_format: 'b64_json' }, signal).catch((error: unknown) => {
      // Some models reject response_format, and always return base64.
      if (refusalOf(error)?.status === 400) return post(asked, signal);
      throw error;
    });
    const [{ b64_json, url }] = ANSWER.parse(body).data;
    if (b64_json) return Buffer.from(b64_json, 'base64');
    if (url) return this.fetchImage.execute(url, signal);
    throw new Error('The image server returned no image');
  }
}

/** Encodes a form. Its files have names of this service, since the caller's may contain personal data. */
async function encoded(
  fields: TextFields,
  { images, mask }: ImagesToEdit,
): Promise<{ bytes: Buffer; type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const add = (part: string, name: string, { format, content }: SentImage): void =>
    form.append(part, new Blob([new Uint8Array(content)], { type: `image/${format}` }), `${name}.${format}`);
  const part = images.length > 1 ? 'image[]' : 'image';
  for (const [i, image] of images.entries()) add(part, `image-${i + 1}`, image);
  if (mask) add('mask', 'mask', mask);
  const whole = new Response(form);
  return { bytes: Buffer.from(await whole.arrayBuffer()), type: whole.headers.get('content-type')! };
}
