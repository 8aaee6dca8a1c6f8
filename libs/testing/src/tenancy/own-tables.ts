/** The kind of owner of a table's rows. A table that is not listed fails the test of row-level security. */
export type TableScope =
  /** Rows of users: every query has a condition on user and organization. */
  | 'user'
  /** Rows of organizations: every query has a condition on the organization. */
  | 'organization'
  /** Accounts, and rows that a user cannot select by a chosen id. */
  | 'service';

/**
 * Tables of organizations without row-level security, with the reason. Their queries name the organization, which the check
 * of the sources enforces.
 */
export const UNFENCED: Readonly<Record<string, string>> = {
  groups: 'Read with the accounts, before the scope of a call is known.',
  group_members: 'As groups.',
  api_keys: 'Found by the key that a caller sends, before its owner is known.',
  organization_webhooks: 'Read when an event happens, in the transaction of its cause.',
  audit_events: 'Written in every transaction, also in those without an owner.',
  audit_seals: 'As audit_events; no role may change them.',
  audit_unsealed: 'As audit_events.',
  audit_call_actors: 'As audit_events.',
};

export const TABLE_SCOPES: Readonly<Record<string, TableScope>> = {
  chats: 'user',
  cases: 'user',
  case_members: 'organization',
  case_entities: 'user',
  case_keys: 'user',
  turns: 'user',
  documents: 'user',
  chat_documents: 'user',
  passage_findings: 'user',
  jobs: 'user',
  job_idempotency_keys: 'user',
  // Written with the user, summed for the organization (contract: Token usage).
  token_usage: 'organization',
  budgets: 'organization',
  // Has the calling user, but counts for budgets of other owners too.
  budget_reservations: 'organization',
  // The subject, such as a job, belongs to a user, which another lib checks.
  webhook_deliveries: 'organization',
  webhook_attempts: 'organization',
  webhook_secrets: 'organization',
  policy_versions: 'organization',
  organization_webhooks: 'organization',
  groups: 'organization',
  group_members: 'organization',
  // Belongs to a person or a service account. An admin sees the keys of the organization.
  api_keys: 'organization',
  organizations: 'service',
  users: 'service',
  logins: 'service',
  refresh_tokens: 'service',
  // Found by a proof of identity: a provider's signature, a code, or the user's own login.
  user_identities: 'service',
  provider_logins: 'service',
  login_codes: 'service',
  single_uses: 'service',
  // Belongs to a user: found by the user id of the access token or of the login.
  second_factors: 'service',
  recovery_codes: 'service',
  // A key is useless without the row that it opens, which has an owner.
  data_keys: 'service',
  // Written for all organizations. Admins and auditors read the entries of their own.
  audit_events: 'organization',
  audit_seals: 'organization',
  audit_unsealed: 'organization',
  audit_call_actors: 'organization',
  blob_removals: 'service',
  erasures: 'service',
  // Ids of deleted rows of all owners, until they are written outside the database.
  tombstones: 'service',
  job_turns: 'service',
  job_audio: 'service',
  webhook_hosts: 'service',
};
