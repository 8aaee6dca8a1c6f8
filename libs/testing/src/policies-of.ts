import { CurrentPolicies, NO_POLICY, Policy, type PolicyDocument } from '@app/policy';

/** Returns policies that are not stored: every organization has this one, by default without rules. */
export function policiesOf(document: Partial<PolicyDocument> = {}): CurrentPolicies {
  const policy = Policy.of(1, { ...NO_POLICY, ...document });
  const serve = (): Promise<Policy> => policy;
  return { of: serve, at: serve, forget: () => undefined } as unknown as CurrentPolicies;
}
