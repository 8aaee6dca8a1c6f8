import { isId, ROLES, type Role } from '@app/common';
import type { ProviderConfig } from '@app/config';

/** The relevant claims about a person. */
export interface ClaimedPerson {
  /** Undefined if the claims contain no id of an organization. */
  organizationId: string | undefined;
  /** Undefined if there is none, or the provider reports it as unverified. */
  email: string | undefined;
  /** Undefined if the provider does not manage groups. */
  groups: readonly string[] | undefined;
  /** Undefined if the provider does not manage roles. */
  role: Role | undefined;
  /** The person's `externalId` in SCIM. */
  externalId: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;
type Rules = Pick<ProviderConfig, 'organization' | 'groupsClaim' | 'roles' | 'scimClaim'>;

/** A higher number is a mistake of the provider, which must not create thousands of rows. */
const MOST_GROUPS = 500;
const LONGEST_GROUP = 200;

/** Reads an ID token's claims according to the operator's settings (contract: Single sign-on). */
export function readPerson(
  claims: Claims,
  { organization, groupsClaim, roles, scimClaim }: Rules,
): ClaimedPerson {
  const organizationId = 'id' in organization ? organization.id : textOf(claims, organization.claim);
  const groups = groupsClaim === undefined ? undefined : groupsOf(claims, groupsClaim);
  return {
    organizationId: isId(organizationId) ? organizationId.toLowerCase() : undefined,
    email: claims['email_verified'] === false ? undefined : textOf(claims, 'email'),
    groups,
    role: groups && roles.size > 0 ? highestRole(groups, roles) : undefined,
    externalId: textOf(claims, scimClaim),
  };
}

const valueOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

function textOf(claims: Claims, name: string): string | undefined {
  const value = valueOf(claims, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Returns the group names of a claim: a list, a single name, or an object with the names as keys, as some providers
 * send roles. Returns an empty list for no groups.
 */
function groupsOf(claims: Claims, name: string): string[] {
  const value = valueOf(claims, name);
  const names = Array.isArray(value) ? value : typeof value === 'object' ? Object.keys(value ?? {}) : [value];
  const fit = names.filter((one): one is string => typeof one === 'string' && isFit(one));
  return [...new Set(fit)].slice(0, MOST_GROUPS);
}

const isFit = (group: string): boolean =>
  group.trim() !== '' && group.length <= LONGEST_GROUP && !/\p{Cc}/u.test(group);

/** Returns the highest role of the groups; a person without such a group is a member. */
function highestRole(groups: readonly string[], roles: ReadonlyMap<string, Role>): Role {
  const given = new Set(groups.map((group) => roles.get(group)));
  return ROLES.findLast((role) => given.has(role)) ?? 'member';
}
