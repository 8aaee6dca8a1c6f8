import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { ConfigError, parseSettings } from './parse-settings';
import { isExample, refuseWeak } from './weak-secrets';
import { isLoopback, list, oneOf, url } from './setting-types';

const ROLES = ['member', 'auditor', 'admin'] as const;

/** Who logs people in beside us: an OpenID provider; and whether passwords still do. */
export const singleSignOnConfig = registerAs('singleSignOn', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    PASSWORD_LOGIN: oneOf(['on', 'off'], 'on'),
    OIDC_ISSUER: url('http', 'https').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_SCOPES: list('openid,email,profile'),
    OIDC_ORGANIZATION: z.uuid('expected the id of an organization, as org list shows it').optional(),
    OIDC_ORGANIZATION_CLAIM: z.string().optional(),
    OIDC_GROUPS_CLAIM: z.string().optional(),
    OIDC_ROLE_MAP: list().transform(readRoleMap),
    OIDC_AUDIENCE: z.string().optional(),
  });
  if (env.OIDC_ISSUER === undefined) return { passwordLogin: withoutProvider(env), provider: undefined };
  refuseWeak(
    env.NODE_ENV,
    'OIDC_CLIENT_SECRET',
    isExample(env.OIDC_CLIENT_SECRET),
    'the secret that the provider gave out',
  );
  const organization = organizationOf(env);
  return {
    passwordLogin: env.PASSWORD_LOGIN === 'on',
    provider: {
      issuer: checkedIssuer(env.OIDC_ISSUER),
      clientId: given('OIDC_CLIENT_ID', env.OIDC_CLIENT_ID, 'expected the id that the provider gave us'),
      /** Not given: a public client, which PKCE alone protects. */
      clientSecret: env.OIDC_CLIENT_SECRET,
      scopes: withOpenId(env.OIDC_SCOPES),
      organization,
      /** Names a list of groups, or one. Not given: groups and roles are not the provider's business. */
      groupsClaim: groupsClaimOf(env),
      /** Groups of the provider, and the role that each gives: the highest of a person's counts. */
      roles: env.OIDC_ROLE_MAP,
      /** Whom the provider's access tokens are for, where programs may call with them. */
      audience: audienceOf(env),
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
    throw new ConfigError('PASSWORD_LOGIN: expected on where OIDC_ISSUER is not set: nobody could log in');
  return true;
}

/** Everything is at stake over plain http, but on the machine itself. */
function checkedIssuer(issuer: string): string {
  const { protocol, hostname, search, hash } = new URL(issuer);
  if (search || hash) throw new ConfigError('OIDC_ISSUER: expected an address without ? and #');
  if (protocol === 'https:' || isLoopback(hostname)) return issuer;
  throw new ConfigError('OIDC_ISSUER: expected an address that begins with https://, but on loopback');
}

function given(name: string, value: string | undefined, expected: string): string {
  if (value !== undefined) return value;
  throw new ConfigError(`${name}: is missing; ${expected}`);
}

/** One organization for everybody, or the one that a claim names. */
function organizationOf({ OIDC_ORGANIZATION: id, OIDC_ORGANIZATION_CLAIM: claim }: Given) {
  if (id !== undefined && claim === undefined) return { id } as const;
  if (id === undefined && claim !== undefined) return { claim } as const;
  throw new ConfigError('OIDC_ORGANIZATION: expected either it or OIDC_ORGANIZATION_CLAIM');
}

function groupsClaimOf({ OIDC_GROUPS_CLAIM: claim, OIDC_ROLE_MAP: roles }: Given): string | undefined {
  if (roles.size > 0 && claim === undefined)
    throw new ConfigError(
      'OIDC_GROUPS_CLAIM: is missing; expected the claim whose groups OIDC_ROLE_MAP maps',
    );
  return claim;
}

/** An ID token tells us who logged in; a program that got hold of one must not call with it. */
function audienceOf({ OIDC_AUDIENCE: audience, OIDC_CLIENT_ID: clientId }: Given): string | undefined {
  if (audience !== undefined && audience === clientId)
    throw new ConfigError('OIDC_AUDIENCE: expected another one than OIDC_CLIENT_ID, whom ID tokens are for');
  return audience;
}

const withOpenId = (scopes: readonly string[]): string => [...new Set(['openid', ...scopes])].join(' ');

/** `group=role`. */
function readRoleMap(entries: readonly string[], context: z.RefinementCtx): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const entry of entries) {
    const at = entry.lastIndexOf('=');
    const role = ROLES.find((known) => known === entry.slice(at + 1).trim());
    if (at < 1 || !role)
      context.addIssue({
        code: 'custom',
        message: `expected group=role with commas, each role one of ${ROLES.join(', ')}`,
      });
    else roles.set(entry.slice(0, at).trim(), role);
  }
  return roles;
}
