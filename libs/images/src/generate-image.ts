import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { KeepImage, PrepareImage, type ImagePrompt } from '@app/sessions';
import { ImageGenerator } from './image-generator';
import { ImageLinks } from './image-links';

export interface GeneratedImage {
  chatId: string;
  /** Good for IMAGE_URL_TTL. */
  url: string;
}

/** One image turn: hide what is personal, have the image made, keep it with its chat. */
@Injectable()
export class GenerateImage {
  constructor(
    private readonly prepareImage: PrepareImage,
    private readonly generator: ImageGenerator,
    private readonly keepImage: KeepImage,
    private readonly links: ImageLinks,
  ) {}

  /** @param signal aborted when the caller goes away: then the call is stopped, and no turn is kept */
  async execute(owner: Owner, prompt: ImagePrompt, signal: AbortSignal): Promise<GeneratedImage> {
    const prepared = await this.prepareImage.execute(owner, prompt, signal);
    const image = await this.generator.generate(prepared.hidden.text, signal);
    signal.throwIfAborted();
    const id = await this.keepImage.execute(owner, prepared, image, this.generator.model);
    return { chatId: prepared.chatId, url: this.links.to(id) };
  }
}
