import { OTHERS, type Fate, type Fields } from './field-rules';
import { KNOWN_PARAMETERS, REFUSED_PARAMETERS } from './read-parameter';

/** What happens to a field of a request, in words for documentation. */
export interface FieldFate {
  /** The path of the field, such as `messages[].content`. */
  field: string;
  fate: Fate;
  about?: string;
}

/** Returns what the rules say about every field, in the order of the rules. */
export function describeFields(fields: Fields, at = ''): FieldFate[] {
  return Object.entries(fields).flatMap(([name, { fate, about, within = {} }]) => {
    const field = at === '' ? name : `${at}.${name}`;
    const inner = Object.entries(within).flatMap(([path, rules]) => describeFields(rules, `${field}${path}`));
    return [{ field, fate, ...(about !== undefined && { about }) }, ...inner];
  });
}

/** The parameters that every body of texts may have in addition to its own fields. */
export const PARAMETER_FATES: readonly FieldFate[] = [
  ...KNOWN_PARAMETERS.map((field): FieldFate => ({
    field,
    fate: 'passed',
    about: 'in its known shape, else refused',
  })),
  ...[...REFUSED_PARAMETERS].map(([field, about]): FieldFate => ({ field, fate: 'refused', about })),
];

/** Describes a body that has fields with these rules, and possibly parameters in addition. */
export function describeBody(fields: Fields): FieldFate[] {
  const { [OTHERS]: others, ...named } = fields;
  const own = describeFields(named);
  const parameters = PARAMETER_FATES.filter(({ field }) => !Object.hasOwn(named, field));
  return [...own, ...parameters, ...(others ? describeFields({ [OTHERS]: others }) : [])];
}
