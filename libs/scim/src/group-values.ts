import { parse } from 'scim2-parse-filter';
import { invalid, isId } from '@app/common';
import { isObject, operationsOf, pathOf, textOf, type Operation } from './attributes';
import { parsed } from './filter';

/** A change of the members of a group: some are added or removed, or all are replaced. */
export interface MemberChange {
  verb: 'add' | 'remove' | 'replace';
  ids: readonly string[];
}

/** The attributes of a group that the service stores. Absent ones stay unchanged. */
export interface GroupValues {
  displayName?: string;
  externalId?: string | null;
  /** In the order of the request. */
  members: MemberChange[];
}

/** Reads a whole group. @throws AppError `bad_request` */
export function readGroup(body: object): GroupValues & { displayName: string } {
  const values: GroupValues = { externalId: null, members: [] };
  let members: unknown = [];
  for (const [name, value] of Object.entries(body)) {
    if (pathOf(name) === 'members') members = value;
    else setAttribute(values, pathOf(name), value);
  }
  values.members.push({ verb: 'replace', ids: idsOf(members) });
  const { displayName } = values;
  if (displayName === undefined) throw noName();
  return { ...values, displayName };
}

/** Reads a patch of a group. @throws AppError `bad_request` */
export function readGroupPatch(body: object): GroupValues {
  const values: GroupValues = { members: [] };
  for (const operation of operationsOf(body)) apply(values, operation);
  return values;
}

function apply(values: GroupValues, { verb, path, value }: Operation): void {
  if (path === undefined) {
    if (verb === 'remove') throw invalid('path', 'must name what is removed');
    if (!isObject(value)) throw invalid('value', 'must be an object if there is no path');
    for (const [name, one] of Object.entries(value)) apply(values, { verb, path: name, value: one });
    return;
  }
  const known = pathOf(path);
  if (known === 'members') {
    // Okta and Entra ID name the removed members in the value. Without one, all members are removed.
    const isAll = verb === 'remove' && (value === undefined || value === null);
    values.members.push(isAll ? { verb: 'replace', ids: [] } : { verb, ids: idsOf(value) });
  } else if (known.startsWith('members[')) {
    if (verb !== 'remove') throw invalid('path', 'may have a filter of members only to remove them');
    values.members.push({ verb, ids: [memberOf(path)] });
  } else setAttribute(values, known, verb === 'remove' ? null : value);
}

/** Attributes that the service does not store are ignored. */
function setAttribute(values: GroupValues, path: string, value: unknown): void {
  if (path === 'externalid') values.externalId = textOf('externalId', value);
  if (path !== 'displayname') return;
  const name = textOf('displayName', value)?.trim();
  if (!name) throw noName();
  values.displayName = name;
}

/** Returns the id in a path such as `members[value eq "..."]`. */
function memberOf(path: string): string {
  const filter = parsed(path);
  const { op, valFilter } = filter as ReturnType<typeof parse> & { valFilter?: ReturnType<typeof parse> };
  if (
    op === '[]' &&
    valFilter?.op === 'eq' &&
    'compValue' in valFilter &&
    pathOf(valFilter.attrPath) === 'value'
  )
    return idOf(valFilter.compValue);
  throw invalid('path', 'must be members[value eq "<id>"]');
}

function idsOf(members: unknown): string[] {
  if (members === null || members === undefined) return [];
  const list = Array.isArray(members) ? members : [members];
  return list.map((member) => idOf(isObject(member) ? member.value : member));
}

function idOf(value: unknown): string {
  if (typeof value === 'string' && isId(value)) return value.toLowerCase();
  throw invalid('members', 'must have the id of a user as value');
}

const noName = () => invalid('displayName', 'must be 1 to 200 characters');
