import type { TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { useTwoApis } from './scene';

const scene = useTwoApis();

describe('limits of API keys', () => {
  const makeKey = async (owner: TestUser, scope: string, anonymize: string): Promise<string> => {
    const made = { name: 'Test', scopes: [scope], limits: { anonymize } };
    const { body } = await new ApiClient(scene.system, owner).post<{ data: { key: string } }>(
      '/idm/v1/keys',
      made,
    );
    return body.data.key;
  };
  const anonymize = async (token: string): Promise<number> => {
    const caller = { authorization: { authorization: `Bearer ${token}` } };
    return (await new ApiClient(scene.system, caller).post('anonymize', aPrompt('Hello'))).status;
  };

  it('apply to the key, its owner and the organization, before its scopes are checked [SEC-63]', async () => {
    const { system, operator } = scene;
    const owner = await system.user();
    await operator.users.change(owner.userName, { limits: { anonymize: '3/1h' } });
    const narrow = await makeKey(owner, 'usage', '1/1h');
    expect(await anonymize(narrow)).toBe(403);
    expect(await anonymize(narrow)).toBe(429);
    const wide = await makeKey(owner, 'anonymize', '100/1h');
    expect(await anonymize(wide)).toBe(200);
    expect(await anonymize(owner.token)).toBe(200);
    for (const token of [wide, owner.token]) expect(await anonymize(token)).toBe(429);

    const admin = await system.user({ role: 'admin' });
    const total = { total_limits: { anonymize: '2/1h' }, limits: { anonymize: '50/1h' } };
    await new ApiClient(system, admin).call('PATCH', '/admin/v1/organization', { body: total });
    const colleague = await system.user({ organizationId: admin.organizationId });
    for (const token of [admin.token, colleague.token]) expect(await anonymize(token)).toBe(200);
    for (const token of [admin.token, colleague.token]) expect(await anonymize(token)).toBe(429);
  });
});
