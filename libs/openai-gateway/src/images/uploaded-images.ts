import { Injectable } from '@nestjs/common';
import type { AnonymizedText } from '@app/anonymization';
import { invalid, type Owner } from '@app/common';
import { imageType, type ImagesToEdit, type SentImage } from '@app/images';
import type { ImageHandling } from '@app/policy';
import { PromptImages, withoutMetadata, type PromptImage, type ReadImage } from '@app/private-model';
import { refuse, refuseMore, MAX_READ_IMAGES } from '../reading/bounds';

/** The files of a form of `POST images/edits`. */
export interface UploadedImages {
  images: readonly Buffer[];
  mask?: Buffer;
}

/** Images to edit, as the policy allows to send them. */
export interface PreparedImages {
  /** The text that OCR read in each image; empty if they are sent unread */
  texts: readonly { text: string; field: string }[];
  /**
   * Returns the images without metadata, in which values are painted over unless they are sent unread.
   *
   * @param hidden the hidden texts
   * @throws AppError `image_unreadable`
   */
  paint(hidden: readonly AnonymizedText[], signal: AbortSignal): Promise<ImagesToEdit>;
}

/** Prepares the images of a request for an edited image. */
@Injectable()
export class PrepareImages {
  constructor(private readonly promptImages: PromptImages) {}

  /** @throws AppError `bad_request` if there is no image, or the policy refuses images; `image_unreadable` */
  async execute(
    owner: Owner,
    { images: files, mask: maskFile }: UploadedImages,
    handling: ImageHandling,
    signal: AbortSignal,
  ): Promise<PreparedImages> {
    if (files.length === 0) refuse('image', 'must be a part with a PNG or JPEG');
    refuseMore(files, MAX_READ_IMAGES, 'image', 'images');
    if (handling === 'refused')
      refuse(
        'image',
        'must be absent: images are forwarded only if the policy of your organization allows them',
      );
    // A mask is transparent, and has no words by which OCR could show that it was read.
    if (handling === 'read' && maskFile)
      refuse(
        'mask',
        'must be absent: by the policy of your organization, only images that OCR reads are sent',
      );
    const images = files.map((content, i) => imageOf(content, files.length > 1 ? `image[${i}]` : 'image'));
    const mask = maskFile && imageOf(maskFile, 'mask');
    if (handling === 'passed') {
      const sent = { images: images.map(alone), ...(mask && { mask: alone(mask) }) };
      return { texts: [], paint: async () => sent };
    }
    const read: ReadImage[] = [];
    for (const image of images) read.push(await this.promptImages.read(owner, image, signal));
    return {
      texts: read.map(({ text, field }) => ({ text, field })),
      paint: async (hidden, signal) => {
        const painted: SentImage[] = [];
        for (const [i, image] of read.entries()) {
          const content = await this.promptImages.paint(image, hidden[i]!, signal);
          painted.push({ format: images[i]!.format, content });
        }
        return { images: painted };
      },
    };
  }
}

const alone = (image: PromptImage): SentImage => ({ format: image.format, content: withoutMetadata(image) });

function imageOf(content: Buffer, field: string): PromptImage {
  const type = imageType(content);
  if (type === 'image/png') return { field, format: 'png', content };
  if (type === 'image/jpeg') return { field, format: 'jpeg', content };
  throw invalid(field, 'must be a PNG or JPEG', 'image_unreadable');
}
