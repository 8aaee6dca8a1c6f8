import type { EntityType } from '../entity-type';

export const PLACEHOLDER_TYPES: Readonly<Record<string, EntityType>> = {
  NAME: 'Names',
  EMAIL: 'Emails',
  PHONE: 'Phone',
};

const EXACT = /^\[(NAME|EMAIL|PHONE)_([1-9]\d{0,5}[A-Z]{0,3})\]$/;

/** `NAME_1B` of `[NAME_1B]`; `undefined` where the text is no placeholder as this service writes them. */
export function placeholderOf(text: string): string | undefined {
  const [, label, id] = EXACT.exec(text) ?? [];
  return label && `${label}_${id}`;
}
