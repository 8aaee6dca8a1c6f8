import { invalid } from '@app/common';
import type { DialectObject } from './language-model';
import { isRecord } from './openai-format';

/** Joins parts into one text if that loses no information, because small servers do not accept lists. */
export const joined = (parts: readonly DialectObject[]): unknown =>
  parts.length === 1 && parts[0]!.type === 'text' ? parts[0]!.text : parts;

/** Returns the part of a chat completion body with an image. */
export const imagePart = (type: unknown, data: unknown): DialectObject => ({
  type: 'image_url',
  image_url: { url: `data:${String(type)};base64,${String(data)}` },
});

/** Returns the image of such a part. Images are data URLs, because this service passes no others. */
export function imageOf({ image_url: image }: DialectObject): {
  type: string | undefined;
  data: string | undefined;
} {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(String((image as DialectObject).url)) ?? [];
  return { type, data };
}

/** Returns the arguments of a call as an object, which other dialects require. Small models write no valid JSON. */
export function argumentsOf(written: string): DialectObject {
  if (written.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(written);
    return isRecord(parsed) ? parsed : { arguments: parsed };
  } catch {
    return { arguments: written };
  }
}

/**
 * Refuses parameters that a dialect does not have.
 *
 * @param harmless the values without an effect, by field
 * @throws AppError `bad_request` that names the parameter
 */
export function refuseFields(body: DialectObject, harmless: ReadonlyMap<string, readonly unknown[]>): void {
  for (const [field, values] of harmless) {
    const value = body[field];
    if (value !== undefined && value !== null && !values.includes(value))
      throw invalid(field, 'must be absent: the provider of this model does not have it');
  }
}
