import { Injectable } from '@nestjs/common';
import type { AnonymizedText } from '@app/anonymization';
import { invalid, type Owner } from '@app/common';
import { ReadPicture, type Picture } from '@app/documents';
import type { AcceptedCall } from '@app/policy';
import { PromptImages, type ReadImage } from '@app/private-model';

/** The pictures of a prompt, as the policy allows to send them. */
export interface PicturesOfPrompt {
  /** The text that OCR read in each; empty if they are sent unread */
  texts: readonly string[];
  /**
   * Returns the pictures as data URLs, in which values are painted over unless they are sent unread.
   *
   * @param hidden the hidden texts
   * @throws AppError `image_unreadable`
   */
  paint(hidden: readonly AnonymizedText[], signal: AbortSignal): Promise<string[]>;
}

export const NO_PICTURES: PicturesOfPrompt = { texts: [], paint: async () => [] };

const FIELD = 'images';

/** Prepares the uploaded pictures that are sent with a prompt (contract: Policy and own terms). */
@Injectable()
export class PromptPictures {
  constructor(
    private readonly readPicture: ReadPicture,
    private readonly promptImages: PromptImages,
  ) {}

  /** @throws AppError `bad_request` if the policy refuses images, or the owner has no such picture; `image_unreadable` */
  async read(
    owner: Owner,
    ids: readonly string[],
    { policy, model }: Pick<AcceptedCall, 'policy' | 'model'>,
    signal: AbortSignal,
  ): Promise<PicturesOfPrompt> {
    const handling = policy.imagesFor(model);
    if (handling === 'refused')
      throw invalid(FIELD, 'must be empty: the policy of your organization allows no images for this model');
    const pictures: Picture[] = [];
    for (const id of new Set(ids)) pictures.push(await this.readPicture.execute(owner, id, FIELD));
    if (handling !== 'read') return { texts: [], paint: async () => pictures.map(urlOf) };
    const images: ReadImage[] = [];
    for (const picture of pictures)
      images.push(await this.promptImages.read(owner, { ...picture, field: FIELD }, signal));
    return {
      texts: images.map(({ text }) => text),
      paint: async (hidden, signal) => {
        const urls: string[] = [];
        for (const [i, image] of images.entries()) {
          const content = await this.promptImages.paint(image, hidden[i]!, signal);
          urls.push(urlOf({ format: pictures[i]!.format, content }));
        }
        return urls;
      },
    };
  }
}

const urlOf = ({ format, content }: Picture): string =>
  `data:image/${format};base64,${content.toString('base64')}`;
