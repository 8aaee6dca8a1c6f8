import { kindOf, type EntityType, type KindsWith } from '../../kinds/kinds';
import { type OrganizationName, partsOfOrganization, shortNameOf } from '../../lexicon/organization-name';
import { shapeOf, titleCase } from '../../lexicon/letter-case';
import { genitiveOf } from '../../text/inflection';
import { type Entity, type Form, placeholderOf } from './entity';

/**
 * Kinds with a surrogate in which one invented word replaces the name, and the text around the name stays unchanged.
 */
export type NamedType = KindsWith<'surrogate', 'invented'>;

export const isNamed = (type: EntityType): type is NamedType => kindOf(type).surrogate === 'invented';

/** Returns the name without the head and the legal form of an organization. */
export const nameOf = (type: EntityType, written: string): string => partsOf(type, written).name;

/** Returns `written` with an invented word instead of its name, in the same case. */
export function withName(type: NamedType, written: string, invented: string): string {
  const { head, name, form } = partsOf(type, written);
  const shape = shapeOf(name, titleCase(name)) ?? titleCase;
  return head + shape(invented) + form;
}

const partsOf = (type: EntityType, written: string): OrganizationName =>
  type === 'Organizations' ? partsOfOrganization(written) : { head: '', name: written, form: '' };

/** Returns the capitalized invented word that already replaces an entity in one of its forms. */
export function inventedFor({ type, forms }: Entity): string | undefined {
  const surrogate = forms.find(({ replacement }) => !placeholderOf(replacement))?.replacement;
  return surrogate && titleCase(nameOf(type, surrogate));
}

/**
 * Returns the case-insensitive key of an invented word, without the text around it. Other replacements are returned
 * unchanged.
 */
export const inventedKey = (type: EntityType, replacement: string): string =>
  isNamed(type) && !placeholderOf(replacement) ? nameOf(type, replacement).toLowerCase() : replacement;

/** Returns the shortened forms in answers: without the legal form, and only the invented word. */
export function shortened(type: EntityType, { original, replacement }: Form): Form[] {
  if (type !== 'Organizations' || placeholderOf(replacement)) return [];
  const { head, name } = partsOf(type, replacement);
  const short = shortNameOf(original);
  return [...new Set([head + name, name])]
    .filter((written) => written !== replacement)
    .map((written) => ({ original: short, replacement: written }));
}

/** Returns other texts by which a value is found again: a reader's next text contains what an answer made of it. */
export function readAlsoAs(type: EntityType, original: string): string[] {
  if (!isNamed(type)) return [];
  const short = type === 'Organizations' ? shortNameOf(original) : original;
  return [short, genitiveOf(short), genitiveOf(original)];
}
