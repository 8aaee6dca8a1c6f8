import { withSettings } from '@app/testing';
import { singleSignOnConfig } from './single-sign-on.config';

const ORGANIZATION = '0193a5f2-7c1e-7b3a-9d2f-3c5b6a7d8e9f';
const GIVEN = {
  OIDC_ISSUER: 'https://id.company.example/realms/main',
  OIDC_CLIENT_ID: 'privacy-chat',
  OIDC_ORGANIZATION: ORGANIZATION,
};
const read = (settings: Record<string, string>) => withSettings(settings, async () => singleSignOnConfig());

describe('the settings of single sign-on', () => {
  it('are absent if no issuer is named', async () => {
    expect(await read({})).toEqual({ passwordLogin: true, provider: undefined });
  });

  it('have defaults for all but the client and the organization', async () => {
    expect(await read(GIVEN)).toEqual({
      passwordLogin: true,
      provider: {
        issuer: GIVEN.OIDC_ISSUER,
        clientId: 'privacy-chat',
        clientSecret: undefined,
        scopes: 'openid email profile',
        organization: { id: ORGANIZATION },
        groupsClaim: undefined,
        roles: new Map(),
        audience: undefined,
        scimClaim: 'sub',
      },
    });
  });

  it('map groups to roles, whatever the groups are called', async () => {
    const { provider } = await read({
      ...GIVEN,
      OIDC_SCOPES: 'email,offline_access',
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_ROLE_MAP: 'cn=Admins=admin, Audit Team = auditor',
      PASSWORD_LOGIN: 'off',
    });
    expect(provider?.scopes).toBe('openid email offline_access');
    expect([...provider!.roles]).toEqual([
      ['cn=Admins', 'admin'],
      ['Audit Team', 'auditor'],
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['PASSWORD_LOGIN', { PASSWORD_LOGIN: 'off' }],
    ['OIDC_CLIENT_ID', { ...GIVEN, OIDC_CLIENT_ID: '' }],
    ['OIDC_ISSUER', { ...GIVEN, OIDC_ISSUER: 'http://id.company.example' }],
    ['OIDC_ISSUER', { ...GIVEN, OIDC_ISSUER: 'https://id.company.example?tenant=1' }],
    ['OIDC_ISSUER', { ...GIVEN, OIDC_ISSUER: 'id.company.example' }],
    ['OIDC_ORGANIZATION', { ...GIVEN, OIDC_ORGANIZATION: '' }],
    ['OIDC_ORGANIZATION', { ...GIVEN, OIDC_ORGANIZATION: 'Our company' }],
    ['OIDC_ORGANIZATION', { ...GIVEN, OIDC_ORGANIZATION_CLAIM: 'organization' }],
    ['OIDC_GROUPS_CLAIM', { ...GIVEN, OIDC_ROLE_MAP: 'Admins=admin' }],
    ['OIDC_ROLE_MAP', { ...GIVEN, OIDC_GROUPS_CLAIM: 'groups', OIDC_ROLE_MAP: 'Admins=owner' }],
    ['OIDC_ROLE_MAP', { ...GIVEN, OIDC_GROUPS_CLAIM: 'groups', OIDC_ROLE_MAP: 'Admins' }],
    ['OIDC_AUDIENCE', { ...GIVEN, OIDC_AUDIENCE: 'privacy-chat' }],
    ['OIDC_CLIENT_SECRET', { ...GIVEN, NODE_ENV: 'production', OIDC_CLIENT_SECRET: 'changeme' }],
  ])('name %s if it is invalid', async (name, settings) => {
    await expect(read(settings)).rejects.toThrow(new RegExp(`^${name}: `));
  });

  it('allow plain http only on this machine', async () => {
    for (const OIDC_ISSUER of ['http://localhost:8080', 'http://127.0.0.1:8080/a', 'http://[::1]:8080'])
      expect((await read({ ...GIVEN, OIDC_ISSUER })).provider?.issuer).toBe(OIDC_ISSUER);
  });
});
