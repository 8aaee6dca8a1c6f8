import type { JsonValue } from '../json';
import { refuse } from './bounds';

/** Images as data URLs. A remote URL would make the provider call there, and may itself contain personal data. */
const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;
const DETAILS: ReadonlySet<JsonValue> = new Set(['auto', 'low', 'high', 'original']);

/**
 * Returns the error message for a part that is not text.
 *
 * @param images whether the policy allows images for the model
 */
export const notATextPart = (images: boolean): string =>
  images
    ? 'must be a text part or an image: audio and files are not forwarded'
    : 'must be a text part: images are forwarded only if the policy of your organization allows them, audio and files never';

/** Returns an image unread: its content goes to the provider unchanged. */
export function imageData(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && IMAGE_DATA.test(value)
    ? value
    : refuse(at, 'must be a PNG, JPEG, WebP or GIF as a data: URL in base64; remote URLs are not forwarded');
}

/** Returns how closely the model examines the image, if it is a known word. */
export const imageDetail = (value: JsonValue | undefined) =>
  value !== undefined && DETAILS.has(value) ? { detail: value } : {};
