import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { isExample, refuseWeak } from './weak-secrets';
import { isLoopback, list, oneOf, url } from './setting-types';

const ROLES = ['member', 'auditor', 'admin'] as const;

/** The OpenID provider for logins, and whether passwords are still accepted. */
export const singleSignOnConfig = registerAs('singleSignOn', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    PASSWORD_LOGIN: oneOf(['on', 'off'], 'on'),
    OIDC_ISSUER: url('http', 'https').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_SCOPES: list('openid,email,profile'),
    OIDC_ORGANIZATION: z.uuid('expected the id of an organization from org list').optional(),
    OIDC_ORGANIZATION_CLAIM: z.string().optional(),
    OIDC_GROUPS_CLAIM: z.string().optional(),
    OIDC_ROLE_MAP: list().transform(readRoleMap),
    OIDC_AUDIENCE: z.string().optional(),
    OIDC_SCIM_CLAIM: z.string().default('sub'),
  });
  if (env.OIDC_ISSUER === undefined) return { passwordLogin: withoutProvider(env), provider: undefined };
  refuseWeak(
    env.NODE_ENV,
    'OIDC_CLIENT_SECRET',
    isExample(env.OIDC_CLIENT_SECRET),
    'the secret that the provider issued',
  );
  const organization = organizationOf(env);
  return {
    passwordLogin: env.PASSWORD_LOGIN === 'on',
    provider: {
      issuer: checkedIssuer(env.OIDC_ISSUER),
      clientId: given(
        'OIDC_CLIENT_ID',
        env.OIDC_CLIENT_ID,
        'expected the client id that the provider issued',
      ),
      /** If absent, the service is a public client that only PKCE protects. */
      clientSecret: env.OIDC_CLIENT_SECRET,
      scopes: withOpenId(env.OIDC_SCOPES),
      organization,
      /** The claim with a list of groups, or with one. If absent, the provider does not control groups and roles. */
      groupsClaim: groupsClaimOf(env),
      /** The role that each group of the provider gives. The highest role of a person applies. */
      roles: env.OIDC_ROLE_MAP,
      /** The audience of the provider's access tokens. Present if programs may call with them. */
      audience: audienceOf(env),
      /** The claim that contains `externalId` of a user that SCIM has created. */
      scimClaim: env.OIDC_SCIM_CLAIM,
    },
  };
});
export type SingleSignOnConfig = ConfigType<typeof singleSignOnConfig>;
export type ProviderConfig = NonNullable<SingleSignOnConfig['provider']>;

interface Given {
  PASSWORD_LOGIN: 'on' | 'off';
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_ORGANIZATION?: string | undefined;
  OIDC_ORGANIZATION_CLAIM?: string | undefined;
  OIDC_GROUPS_CLAIM?: string | undefined;
  OIDC_ROLE_MAP: ReadonlyMap<string, Role>;
  OIDC_AUDIENCE?: string | undefined;
}
type Role = (typeof ROLES)[number];

function withoutProvider({ PASSWORD_LOGIN }: Given): true {
  if (PASSWORD_LOGIN === 'off')
    throw new ConfigError('PASSWORD_LOGIN: expected on unless OIDC_ISSUER is set: no user could log in');
  return true;
}

/** Refuses plain http except on loopback, because it would expose every login. */
function checkedIssuer(issuer: string): string {
  const { protocol, hostname, search, hash } = new URL(issuer);
  if (search || hash) throw new ConfigError('OIDC_ISSUER: expected an address without ? and #');
  if (protocol === 'https:' || isLoopback(hostname)) return issuer;
  throw new ConfigError('OIDC_ISSUER: expected an address that begins with https://, except on loopback');
}

function given(name: string, value: string | undefined, expected: string): string {
  if (value !== undefined) return value;
  throw new ConfigError(`${name}: is missing; ${expected}`);
}

/** Returns the organization of all users, or the claim that names it. */
function organizationOf({ OIDC_ORGANIZATION: id, OIDC_ORGANIZATION_CLAIM: claim }: Given) {
  if (id !== undefined && claim === undefined) return { id } as const;
  if (id === undefined && claim !== undefined) return { claim } as const;
  throw new ConfigError('OIDC_ORGANIZATION: expected either it or OIDC_ORGANIZATION_CLAIM');
}

function groupsClaimOf({ OIDC_GROUPS_CLAIM: claim, OIDC_ROLE_MAP: roles }: Given): string | undefined {
  if (roles.size > 0 && claim === undefined)
    throw new ConfigError(
      'OIDC_GROUPS_CLAIM: is missing; expected the claim with the groups that OIDC_ROLE_MAP maps',
    );
  return claim;
}

/**
 * Refuses the client id as audience: an ID token is for this service, and a program that obtains one must not call with
 * it.
 */
function audienceOf({ OIDC_AUDIENCE: audience, OIDC_CLIENT_ID: clientId }: Given): string | undefined {
  if (audience !== undefined && audience === clientId)
    throw new ConfigError(
      'OIDC_AUDIENCE: expected a value other than OIDC_CLIENT_ID, which is the audience of ID tokens',
    );
  return audience;
}

const withOpenId = (scopes: readonly string[]): string => [...new Set(['openid', ...scopes])].join(' ');

/** Reads entries of the form `group=role`. */
function readRoleMap(entries: readonly string[], context: z.RefinementCtx): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const entry of entries) {
    const at = entry.lastIndexOf('=');
    const role = ROLES.find((known) => known === entry.slice(at + 1).trim());
    if (at < 1 || !role)
      context.addIssue({
        code: 'custom',
        message: `expected group=role, separated by commas, each role one of ${ROLES.join(', ')}`,
      });
    else roles.set(entry.slice(0, at).trim(), role);
  }
  return roles;
}
