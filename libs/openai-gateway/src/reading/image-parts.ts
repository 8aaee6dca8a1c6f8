import { invalid } from '@app/common';
import type { ImageHandling } from '@app/policy';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { refuse } from './bounds';
import type { Rule } from './field-rules';
import type { TextPlaces } from './text-places';

/** Images as data URLs. A remote URL would make the provider call there, and may itself contain personal data. */
const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Images in formats that this service reads. */
const READABLE = /^data:image\/(png|jpeg);base64,/;
const DETAILS: ReadonlySet<JsonValue> = new Set(['auto', 'low', 'high', 'original']);

/**
 * Returns the error message for a part that is not text.
 *
 * @param images what happens to images
 */
export const notATextPart = (images: ImageHandling): string =>
  images !== 'refused'
    ? 'must be a text part or an image: audio and files are not forwarded'
    : 'must be a text part: images are forwarded only if the policy of your organization allows them, audio and files never';

/** Returns the data URL of an image. Addresses are never fetched. @throws AppError `bad_request`; `image_unreadable` */
export function imageData(value: JsonValue | undefined, at: string, images: ImageHandling): string {
  if (images === 'read' && typeof value === 'string' && IMAGE_DATA.test(value) && !READABLE.test(value))
    throw invalid(at, 'must be a PNG or JPEG: other images cannot be read', 'image_unreadable');
  return typeof value === 'string' && IMAGE_DATA.test(value)
    ? value
    : refuse(at, 'must be a PNG, JPEG, WebP or GIF as a data: URL in base64; remote URLs are not forwarded');
}

/** Returns how closely the model examines the image, if it is a known word. */
export const imageDetail = (value: JsonValue | undefined) =>
  value !== undefined && DETAILS.has(value) ? { detail: value } : {};

/** The parts that are images. */
const IMAGE_PARTS: ReadonlySet<unknown> = new Set(['image_url', 'input_image']);

/** Adds the images of a content, which are read before they are sent. */
export function addImages(content: JsonValue | undefined, places: TextPlaces, at: string): void {
  for (const [i, part] of (Array.isArray(content) ? content : []).entries()) {
    if (!isObject(part) || !IMAGE_PARTS.has(part.type)) continue;
    const holder = isObject(part.image_url) ? part.image_url : part;
    const key = holder === part ? 'image_url' : 'url';
    addImage(
      places,
      String(holder[key]),
      `${at}[${i}].${holder === part ? key : `image_url.${key}`}`,
      (url) => {
        holder[key] = url;
      },
    );
  }
}

/** Adds an image, which is read before it is sent. @param put receives the data URL of the written image */
export function addImage(places: TextPlaces, url: string, at: string, put: (url: string) => void): void {
  const [start, format] = READABLE.exec(url)!;
  places.addImage({
    at,
    format: format as 'png' | 'jpeg',
    content: Buffer.from(url.slice(start.length), 'base64'),
    put: (written) => put(start + written.toString('base64')),
  });
}

/**
 * Returns the rule for an object that holds an image in base64 in its field `data`.
 *
 * @param format the field that names the format of the image
 * @param type the only accepted type of the object, if such objects have types
 */
export const base64Image = (format: string, type?: string): Rule => ({
  fate: 'passed',
  about:
    'PNG, JPEG, WebP or GIF in base64; read by OCR and painted over, passed unread or refused, as the policy says for the model',
  read: ({ read, places, images }, field, value, at) => {
    if (images === 'refused')
      return refuse(
        at,
        'must be absent: images are forwarded only if the policy of your organization allows them',
      );
    if (!isObject(value)) return refuse(at, 'must be an object');
    if (type !== undefined && value.type !== type)
      return refuse(at, `must be of type ${type}: addresses and files are not forwarded`);
    const url = imageData(`data:${String(value[format])};base64,${String(value.data)}`, at, images);
    const image: JsonObject = { ...(type && { type }), [format]: value[format]!, data: value.data! };
    read[field] = image;
    if (images === 'read')
      addImage(places, url, at, (painted) => {
        image.data = painted.slice(painted.indexOf(',') + 1);
      });
  },
});
