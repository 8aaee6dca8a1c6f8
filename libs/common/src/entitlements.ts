/** What is open to an organization only once an operator says so (contract: Jobs). */
export const GRANTS = ['transcribe', 'anonymize'] as const;
export type Grant = (typeof GRANTS)[number];

/** What is counted per user or organization. Routes of one kind share one count. */
export const RATE_LIMIT_KINDS = [
  'chat',
  'anonymize',
  'uploads',
  'images',
  'previews',
  'exports',
  'jobs',
] as const;
export type RateLimitKind = (typeof RATE_LIMIT_KINDS)[number];

/** What an organization's people share, rather than having one each. */
export const SHARED_KINDS: readonly RateLimitKind[] = ['jobs'];

/** What a person is in an organization (contract: People, groups and keys). A service account has no role. */
export const ROLES = ['member', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a key may be used for. */
export const SCOPES = ['chat', 'anonymize', 'upload', 'images', 'jobs', 'openai', 'usage'] as const;
export type Scope = (typeof SCOPES)[number];
