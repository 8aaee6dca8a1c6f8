/** Whose rows a table holds. A table that is not listed fails the check. */
export type TableScope =
  /** A user's: every query carries user and organization. */
  | 'user'
  /** An organization's: every query carries the organization. */
  | 'organization'
  /** Accounts themselves, and what no user reaches by an id of his choosing. */
  | 'service';

/**
 * Tables of organizations without row-level security, and why: their queries name the organization, which the check of
 * the sources holds them to.
 */
export const UNFENCED: Readonly<Record<string, string>> = {
  groups: 'Read with the accounts themselves, before it is known whose rows a call may reach.',
  group_members: 'As groups.',
  api_keys: 'Found by what is sent, before it is known whose they are.',
  organization_webhooks: 'Read where an event happens, in the transaction of whoever caused it.',
  audit_events: 'Written in every transaction, also in those that know no owner.',
  audit_seals: 'As audit_events; nobody may change them.',
  audit_unsealed: 'As audit_events.',
  audit_call_actors: 'As audit_events.',
};

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
  policy_versions: 'organization',
  organization_webhooks: 'organization',
  groups: 'organization',
  group_members: 'organization',
  // A person's or a service account's; an admin sees those of the organization.
  api_keys: 'organization',
  organizations: 'service',
  users: 'service',
  logins: 'service',
  refresh_tokens: 'service',
  // Found by what somebody proves: a provider's signature, a code, a login of his own.
  user_identities: 'service',
  provider_logins: 'service',
  login_codes: 'service',
  single_uses: 'service',
  // A user's own alone: found by the user id of the access token or of the login.
  second_factors: 'service',
  recovery_codes: 'service',
  // A key opens nothing by itself: the row that it opens is somebody's.
  data_keys: 'service',
  // Written for everybody; an organization's admins and auditors read its own.
  audit_events: 'organization',
  audit_seals: 'organization',
  audit_unsealed: 'organization',
  audit_call_actors: 'organization',
  blob_removals: 'service',
  erasures: 'service',
  // Ids of anybody's rows that are no more, on their way out of the database.
  tombstones: 'service',
  job_turns: 'service',
  job_audio: 'service',
  webhook_hosts: 'service',
};
