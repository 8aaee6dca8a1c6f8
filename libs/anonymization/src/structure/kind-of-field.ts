import type { FieldKind } from '../../data/field-kind';
import type { Field } from './field';
import { kindOfKey, kindsOfKey } from './kind-of-key';

/** Heads beyond this many say nothing new. */
const MOST_SIBLINGS = 60;

const PERSONAL = new Set<FieldKind | undefined>(['firstName', 'lastName', 'phone', 'email', 'personal']);

/** What stands beside a name: persons' things, things' things, or neither. */
type Company = 'person' | 'thing' | 'unknown';
const companies = new WeakMap<readonly string[], Company>();

/**
 * What the names of a field say about its value. `name` is left where nothing tells whose name it is; "value",
 * "number" and the like take their meaning from the name around them.
 */
export function kindOfField({ path, siblings }: Field): FieldKind | undefined {
  const kinds = path.map(kindOfKey);
  let kind = kinds.pop();
  while (
    (kind === 'neutral' || kind === undefined) &&
    isNeutral(path[kinds.length] ?? '') &&
    kinds.length > 0
  )
    kind = kinds.pop();
  if (kind !== 'name') return kind;
  const around = kinds.findLast((outer) => outer !== undefined && outer !== 'neutral');
  if (around === 'person') return 'fullName';
  if (around === 'thing' || around === 'organization' || around === 'place' || around === 'reference')
    return around;
  const company = companyOf(siblings);
  return company === 'person' ? 'fullName' : company === 'thing' ? 'thing' : 'name';
}

const isNeutral = (key: string): boolean => key === '' || kindOfKey(key) === 'neutral';

function companyOf(siblings: readonly string[]): Company {
  const remembered = companies.get(siblings);
  if (remembered) return remembered;
  const keys = siblings.slice(0, MOST_SIBLINGS);
  const personal = keys.filter((key) => PERSONAL.has(kindOfKey(key))).length;
  const things = keys.filter((key) =>
    kindsOfKey(key).some((kind) => kind === 'amount' || kind === 'thing'),
  ).length;
  const company = personal > things ? 'person' : things > 0 ? 'thing' : 'unknown';
  companies.set(siblings, company);
  return company;
}
