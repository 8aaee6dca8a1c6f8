import type { EntityType } from '../entity-type';
import { type OrganizationName, partsOfOrganization } from '../lexicon/organization-name';
import { shapeOf, titleCase } from '../text/inflection';
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

/** A form without what stands around its name: how answers shorten it. `undefined` where nothing does. */
export function shortened(type: EntityType, { original, replacement }: Form): Form | undefined {
  const short = { original: nameOf(type, original), replacement: nameOf(type, replacement) };
  return isNamed(type) && short.replacement !== replacement ? short : undefined;
}
