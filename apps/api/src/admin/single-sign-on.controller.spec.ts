import { newId } from '@app/common';
import type { HttpConfig, ProviderConfig, SingleSignOnConfig } from '@app/config';
import { CheckProvider } from '@app/single-sign-on';
import { AdminSingleSignOnController } from './single-sign-on.controller';

const user = { userId: newId(), userName: 'anna@company.example', organizationId: newId(), groups: [] };

/** Returns the settings that an admin sees, with this organization in the settings of the provider. */
function shown(organization: ProviderConfig['organization']) {
  const provider = {
    issuer: 'https://id.company.example',
    clientId: 'privacy-chat',
    scopes: 'openid',
    organization,
    roles: new Map([['Privacy admins', 'admin']]),
    scimClaim: 'sub',
  } as unknown as ProviderConfig;
  const config: SingleSignOnConfig = { passwordLogin: true, provider };
  const http = {
    publicBaseUrl: 'https://chat.company.example',
    idmBasePath: '/idm/v1',
  } as unknown as HttpConfig;
  const controller = new AdminSingleSignOnController(new CheckProvider(config), http, config);
  return controller.settings(user as never).data.provider;
}

describe('the settings of single sign-on', () => {
  it('show the roles of groups if all users of the provider belong to the organization', () => {
    expect(shown({ id: user.organizationId })?.roles).toEqual([{ group: 'Privacy admins', role: 'admin' }]);
  });

  it('show no groups of other organizations: with a claim, the list of roles is empty', () => {
    expect(shown({ claim: 'organization' })).toMatchObject({ organization_claim: 'organization', roles: [] });
  });

  it('are not shown to another organization', () => {
    expect(shown({ id: newId() })).toBeNull();
  });
});
