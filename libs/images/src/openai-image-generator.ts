import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios, { type AxiosResponse } from 'axios';
import { z } from 'zod';
import { AppError } from '@app/common';
import type { ImagesConfig } from '@app/config';
import { MAX_IMAGE_BYTES, type FetchImage } from './fetch-image';
import { ImageGenerator } from './image-generator';
import { imageType } from './image-type';
import { readLimited } from './read-limited';

/** Base64 of the largest image, and what stands around it. */
const MAX_ANSWER_BYTES = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 64 * 1024;

/** Of connections of their own: one kept from the image before may be closing, and a prompt is not sent twice. */
const AGENTS = { httpAgent: new HttpAgent(), httpsAgent: new HttpsAgent() };

const ANSWER = z.object({
  data: z.tuple([z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })]).rest(z.unknown()),
});

export type ImageServer = Pick<ImagesConfig, 'apiKey' | 'model' | 'timeoutMs'> & { baseUrl: string };

/** Any server with OpenAI's `POST /images/generations`. */
export class OpenAiImageGenerator extends ImageGenerator {
  readonly model: string;

  constructor(
    private readonly server: ImageServer,
    private readonly fetchImage: FetchImage,
  ) {
    super();
    this.model = server.model ?? 'image';
  }

  async generate(prompt: string, signal: AbortSignal): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.server.timeoutMs);
    try {
      const image = await this.ask(prompt, AbortSignal.any([signal, timeout]));
      if (image.length <= MAX_IMAGE_BYTES && imageType(image)) return image;
    } catch (cause) {
      signal.throwIfAborted();
      if (timeout.aborted)
        throw new AppError('upstream_timeout', 'The image server did not answer in time; try again');
      // Its own words stay here: they may quote the prompt.
      throw failed(cause);
    }
    throw failed(new Error('Neither PNG, JPEG nor WebP, or too large'));
  }

  private async ask(prompt: string, signal: AbortSignal): Promise<Buffer> {
    let response = await this.post({ prompt, response_format: 'b64_json' }, signal);
    // Some models know no response_format, and always answer with base64.
    if (response.status === 400) {
      response.data.destroy();
      response = await this.post({ prompt }, signal);
    }
    const body = await readLimited(response.data, MAX_ANSWER_BYTES);
    if (response.status !== 200) throw new Error(`The image server answered ${response.status}`);
    const [{ b64_json, url }] = ANSWER.parse(JSON.parse(body.toString('utf8'))).data;
    if (b64_json) return Buffer.from(b64_json, 'base64');
    if (url) return this.fetchImage.execute(url, signal);
    throw new Error('The image server answered without an image');
  }

  private post(body: Record<string, string>, signal: AbortSignal): Promise<AxiosResponse<Readable>> {
    const { baseUrl, apiKey, model } = this.server;
    return axios.post<Readable>(
      `${baseUrl}/images/generations`,
      { ...body, n: 1, ...(model && { model }) },
      {
        ...AGENTS,
        signal,
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        responseType: 'stream',
        maxRedirects: 0,
        proxy: false,
        validateStatus: () => true,
      },
    );
  }
}

const failed = (cause: unknown): AppError =>
  new AppError('upstream_failed', 'The image server failed; try again later', {}, { cause });
