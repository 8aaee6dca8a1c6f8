import { invalid } from '@app/common';

/** Returns a list that has objects only. @throws AppError `bad_request` that names the field */
export function listOfObjects(value: unknown, field: string): readonly object[] {
  const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value as object[];
  throw invalid(field, 'must be a list of objects');
}
