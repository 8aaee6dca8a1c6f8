/** The endpoints that an operator must grant to an organization (contract: Jobs). */
export const GRANTS = ['transcribe', 'anonymize'] as const;
export type Grant = (typeof GRANTS)[number];

/** The kinds of rate limits, counted per user or organization. Routes of one kind share one count. */
export const RATE_LIMIT_KINDS = [
  'chat',
  'anonymize',
  'uploads',
  'images',
  'previews',
  'exports',
  'jobs',
  'restore',
  'scim',
] as const;
export type RateLimitKind = (typeof RATE_LIMIT_KINDS)[number];

/** The kinds that an organization's users share, instead of one count for each user. */
export const SHARED_KINDS: readonly RateLimitKind[] = ['jobs', 'scim'];

/** The role of a user in an organization (contract: People, groups and keys). A service account has no role. */
export const ROLES = ['member', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The permissions that a key may have. */
export const SCOPES = [
  'chat',
  'anonymize',
  'upload',
  'images',
  'jobs',
  'openai',
  'usage',
  'cases',
  'restore',
  'scim',
] as const;
export type Scope = (typeof SCOPES)[number];
