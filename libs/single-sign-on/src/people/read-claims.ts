import { isId, ROLES, type Role } from '@app/common';
import type { ProviderConfig } from '@app/config';

/** What the provider says of a person that matters here. */
export interface ClaimedPerson {
  /** Undefined where the claims name none, or something that is no id. */
  organizationId: string | undefined;
  /** Undefined where there is none, or the provider says that nobody checked it. */
  email: string | undefined;
  /** Undefined where groups are not the provider's business. */
  groups: readonly string[] | undefined;
  /** Undefined where roles are not. */
  role: Role | undefined;
}

type Claims = Readonly<Record<string, unknown>>;
type Rules = Pick<ProviderConfig, 'organization' | 'groupsClaim' | 'roles'>;

/** More are no person's: a provider's mistake must not become thousands of rows. */
const MOST_GROUPS = 500;
const LONGEST_GROUP = 200;

/** Reads an ID token's claims by the operator's settings (contract: Single sign-on). */
export function readPerson(claims: Claims, { organization, groupsClaim, roles }: Rules): ClaimedPerson {
  const organizationId = 'id' in organization ? organization.id : textOf(claims, organization.claim);
  const groups = groupsClaim === undefined ? undefined : groupsOf(claims, groupsClaim);
  return {
    organizationId: isId(organizationId) ? organizationId.toLowerCase() : undefined,
    email: claims['email_verified'] === false ? undefined : textOf(claims, 'email'),
    groups,
    role: groups && roles.size > 0 ? highestRole(groups, roles) : undefined,
  };
}

const valueOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

function textOf(claims: Claims, name: string): string | undefined {
  const value = valueOf(claims, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list of names; one name; or, as some providers write roles, an object whose keys are the names. None is an empty list. */
function groupsOf(claims: Claims, name: string): string[] {
  const value = valueOf(claims, name);
  const names = Array.isArray(value) ? value : typeof value === 'object' ? Object.keys(value ?? {}) : [value];
  const fit = names.filter((one): one is string => typeof one === 'string' && isFit(one));
  return [...new Set(fit)].slice(0, MOST_GROUPS);
}

const isFit = (group: string): boolean =>
  group.trim() !== '' && group.length <= LONGEST_GROUP && !/\p{Cc}/u.test(group);

/** Whoever is in no group that gives a role is a member. */
function highestRole(groups: readonly string[], roles: ReadonlyMap<string, Role>): Role {
  const given = new Set(groups.map((group) => roles.get(group)));
  return ROLES.findLast((role) => given.has(role)) ?? 'member';
}
