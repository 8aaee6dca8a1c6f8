import { CurrentPolicies, Policy, type PolicyDocument } from '@app/policy';

/** Returns policies that are not stored: every organization has this one, by default without rules. */
export function policiesOf(document: Partial<PolicyDocument> = {}): CurrentPolicies {
  const policy = Policy.of(1, {
    modes: {},
    internal: { models: [], modes: {} },
    users_may_keep: true,
    allow_unprotected: true,
    images: 'refused',
    terms: [],
    exceptions: [],
    system_prompt: '',
    models: [],
    ...document,
  });
  const serve = (): Promise<Policy> => policy;
  return { of: serve, at: serve, forget: () => undefined } as unknown as CurrentPolicies;
}
