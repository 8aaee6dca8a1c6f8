import type { EntityType } from '../entity-type';
import { type OrganizationName, partsOfOrganization, shortNameOf } from '../lexicon/organization-name';
import { genitiveOf, shapeOf, titleCase } from '../text/inflection';
import { type Entity, type Form, placeholderOf } from './entity';

/** Kinds whose surrogate is one invented word in place of the name, with what stands around the name as it was. */
export type NamedType = 'Organizations' | 'Locations';

export const isNamed = (type: EntityType): type is NamedType =>
  type === 'Organizations' || type === 'Locations';

/** The name alone: without the head and the legal form of an organization. */
export const nameOf = (type: EntityType, written: string): string => partsOf(type, written).name;

/** `written` with an invented word in place of its name, in capitals or small letters like it. */
export function withName(type: NamedType, written: string, invented: string): string {
  const { head, name, form } = partsOf(type, written);
  const shape = shapeOf(name, titleCase(name)) ?? titleCase;
  return head + shape(invented) + form;
}

const partsOf = (type: EntityType, written: string): OrganizationName =>
  type === 'Organizations' ? partsOfOrganization(written) : { head: '', name: written, form: '' };

/** The invented word that stands for an entity in one of its forms already, with a capital. */
export function inventedFor({ type, forms }: Entity): string | undefined {
  const surrogate = forms.find(({ replacement }) => !placeholderOf(replacement))?.replacement;
  return surrogate && titleCase(nameOf(type, surrogate));
}

/** By what an invented word is known in any case, whatever stands around it; other replacements as they are. */
export const inventedKey = (type: EntityType, replacement: string): string =>
  isNamed(type) && !placeholderOf(replacement) ? nameOf(type, replacement).toLowerCase() : replacement;

/** A form as answers shorten it: without the legal form, and by the invented word alone. */
export function shortened(type: EntityType, { original, replacement }: Form): Form[] {
  if (type !== 'Organizations' || placeholderOf(replacement)) return [];
  const { head, name } = partsOf(type, replacement);
  const short = shortNameOf(original);
  return [...new Set([head + name, name])]
    .filter((written) => written !== replacement)
    .map((written) => ({ original: short, replacement: written }));
}

/** As what a value is found again beside itself: what an answer made of it stands in the next text of its reader. */
export function readAlsoAs(type: EntityType, original: string): string[] {
  if (!isNamed(type)) return [];
  const short = type === 'Organizations' ? shortNameOf(original) : original;
  return [short, genitiveOf(short), genitiveOf(original)];
}
