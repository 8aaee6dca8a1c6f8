/** Whose rows a table holds. A table that is not listed fails the check. */
export type TableScope =
  /** A user's: every query carries user and organization. */
  | 'user'
  /** An organization's: every query carries the organization. */
  | 'organization'
  /** Accounts themselves, and what no user reaches by an id of his choosing. */
  | 'service';

export const TABLE_SCOPES: Readonly<Record<string, TableScope>> = {
  chats: 'user',
  turns: 'user',
  documents: 'user',
  chat_documents: 'user',
  passage_findings: 'user',
  jobs: 'user',
  job_idempotency_keys: 'user',
  // Written with the user, summed for the organization (contract: Token usage).
  token_usage: 'organization',
  budgets: 'organization',
  // With the user who calls, for whoever's budgets it counts for.
  budget_reservations: 'organization',
  // Of a subject that another lib knows to be its user's, such as a job.
  webhook_deliveries: 'organization',
  webhook_attempts: 'organization',
  webhook_secrets: 'organization',
  organization_webhooks: 'organization',
  groups: 'organization',
  group_members: 'organization',
  // A person's or a service account's; an admin sees those of the organization.
  api_keys: 'organization',
  organizations: 'service',
  users: 'service',
  logins: 'service',
  refresh_tokens: 'service',
  // A key opens nothing by itself: the row that it opens is somebody's.
  data_keys: 'service',
  // Written for everybody; an organization's admins and auditors read its own.
  audit_events: 'organization',
  audit_seals: 'organization',
  audit_unsealed: 'organization',
  audit_call_actors: 'organization',
  blob_removals: 'service',
  erasures: 'service',
  job_turns: 'service',
  job_audio: 'service',
  webhook_hosts: 'service',
};
