/** What an organization can be told of, and what is told: ids, and words and times of ours. */
export interface OrganizationEventData {
  'account.locked': { user_id: string };
  'budget.exceeded': { budget_id: string };
  'budget.warned': { budget_id: string };
  'delivery.exhausted': { job_id: string };
  'key.expiring': { key_id: string; expires_at: string };
}

export type OrganizationEventType = keyof OrganizationEventData;

export const ORGANIZATION_EVENTS = [
  'account.locked',
  'budget.exceeded',
  'budget.warned',
  'delivery.exhausted',
  'key.expiring',
] as const satisfies readonly OrganizationEventType[];

/** What an organization is sent once it asks for it, to see whether its receiver gets it: nothing happened. */
export const TEST_EVENT = 'webhook.test';

/** Something that happened to an organization. */
export type OrganizationEvent = {
  [T in OrganizationEventType]: { type: T; organizationId: string; data: OrganizationEventData[T] };
}[OrganizationEventType];
