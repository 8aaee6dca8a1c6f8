import { CurrentPolicies } from './current-policies';
import { NO_POLICY } from './document/policy-document';
import type { PoliciesStore, StoredPolicy } from './store/policies.store';

const stored = (version: number): StoredPolicy => ({
  version,
  document: JSON.stringify(NO_POLICY),
  createdAt: new Date(),
});

describe('the current policy', () => {
  it('is read again after a change, even if an earlier read ends later', async () => {
    let answer: (found: StoredPolicy) => void = () => undefined;
    const latest = jest
      .fn()
      .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
      .mockResolvedValue(stored(2));
    const policies = new CurrentPolicies({ latest } as unknown as PoliciesStore, {
      now: () => new Date(0),
    });
    const before = policies.of('organization');
    policies.forget('organization');
    const after = policies.of('organization');
    expect((await after).version).toBe(2);
    answer(stored(1));
    expect((await before).version).toBe(1);
    expect((await policies.of('organization')).version).toBe(2);
    expect(latest).toHaveBeenCalledTimes(2);
  });
});
