import { isISO8601, ValidateBy } from 'class-validator';

/**
 * Requires a time of ISO 8601 that `Date` reads: it reads neither weeks nor days of the year, nor forms without separators.
 *
 * @param message the text after the field's name
 */
export const IsTime = (message: string): PropertyDecorator =>
  ValidateBy({ name: 'isTime', validator: { validate: isReadableTime } }, { message });

const isReadableTime = (value: unknown): boolean =>
  isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value as string));
