import type { JsonValue } from '../json';
import { refuse } from './bounds';

/** Images as data. An address would have the provider call there, and may itself tell of somebody. */
const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;
const DETAILS: ReadonlySet<JsonValue> = new Set(['auto', 'low', 'high', 'original']);

/** What is said of a part that is no text. @param images whether the policy lets images through to the model */
export const notATextPart = (images: boolean): string =>
  images
    ? 'must be a text part or an image: audio and files are not handed on'
    : 'must be a text part: images are not handed on unless the policy of your organization lets them through, audio and files never';

/** An image of which nothing is read: what it shows goes to the provider as it is. */
export function imageData(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && IMAGE_DATA.test(value)
    ? value
    : refuse(at, 'must be a PNG, JPEG, WebP or GIF as a data: URL in base64; addresses are not handed on');
}

/** How closely the model is to look, as far as it is a known word. */
export const imageDetail = (value: JsonValue | undefined) =>
  value !== undefined && DETAILS.has(value) ? { detail: value } : {};
