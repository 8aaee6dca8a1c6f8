/** The events of an organization with their data: ids, fixed words and times. */
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

/** The test event, by which an organization checks its receiver. */
export const TEST_EVENT = 'webhook.test';

/** An event of an organization. */
export type OrganizationEvent = {
  [T in OrganizationEventType]: { type: T; organizationId: string; data: OrganizationEventData[T] };
}[OrganizationEventType];
