import type { EntityType, Mode } from '@app/anonymization';

/** The mode of each kind. A kind that is absent is `asked`. */
export type Modes = Partial<Record<EntityType, Mode>>;

/** A phrase, or a pattern in RE2's syntax, that is always hidden. */
export interface PolicyTerm {
  phrase?: string;
  pattern?: string;
  /** For a phrase: whether upper and lower case must match */
  exact_case?: boolean;
  /** The label of its placeholders. If absent, `TERM` */
  label?: string;
}

/** A value that is never hidden. */
export interface PolicyException {
  value: string;
  /** If absent, every kind that may have exceptions */
  kind?: EntityType;
}

/**
 * What happens to images in prompts. `refused`; sent unread to internal models (`internal`) or to all (`passed`); `read`: sent
 * to all models after OCR read them, with the values painted over.
 */
export const IMAGE_RULES = ['refused', 'internal', 'passed', 'read'] as const;
export type ImageRule = (typeof IMAGE_RULES)[number];

/**
 * An organization's rules for personal data, as they are written, stored and shown (contract: Policy and own terms).
 */
export interface PolicyDocument {
  modes: Modes;
  /** Models that the organization hosts itself, and the modes that differ for them */
  internal: { models: string[]; modes: Modes };
  /** Whether a request may leave a found value unchanged (`keep`) */
  users_may_keep: boolean;
  /** Whether a call is allowed in which no kind is searched */
  allow_unprotected: boolean;
  /** Kinds that are hidden if a request names none. If absent, all except `Dates` */
  default_kinds?: EntityType[];
  images: ImageRule;
  /** Whether requests may be stored at a provider until they are answered, as batches are. If absent, they may not */
  provider_storage?: boolean;
  /** Whether users may share chats with their original values. If absent, they may not */
  share_originals?: boolean;
  /** Optional tools of the MCP server that are on. If absent, none */
  mcp_tools?: (typeof OPTIONAL_MCP_TOOLS)[number][];
  terms: PolicyTerm[];
  exceptions: PolicyException[];
  /** Sent before every conversation; empty if there is none */
  system_prompt: string;
  /** Models that only these groups may use, by the ids of the groups. All users may use a model that is not listed. */
  models: { model: string; groups: string[] }[];
}

/** Tools of the MCP server that are off unless the policy lists them. */
export const OPTIONAL_MCP_TOOLS = ['restore'] as const;

/** The policy of an organization that has set none: every kind is hidden as requests ask. */
export const NO_POLICY: PolicyDocument = {
  modes: {},
  internal: { models: [], modes: {} },
  users_may_keep: true,
  allow_unprotected: true,
  images: 'refused',
  terms: [],
  exceptions: [],
  system_prompt: '',
  models: [],
};

/** Returns the counts of a policy that the audit trail may record. They contain none of its words. */
export function countsOf(policy: PolicyDocument): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const [kind, mode] of Object.entries(policy.modes)) kinds[`${kind}.${mode}`] = 1;
  for (const [kind, mode] of Object.entries(policy.internal.modes)) kinds[`${kind}.internal.${mode}`] = 1;
  return {
    ...kinds,
    terms: policy.terms.filter(({ phrase }) => phrase !== undefined).length,
    patterns: policy.terms.filter(({ pattern }) => pattern !== undefined).length,
    exceptions: policy.exceptions.length,
    system_prompt: policy.system_prompt === '' ? 0 : 1,
    ...(!policy.allow_unprotected && { unprotected_forbidden: 1 }),
    ...(policy.default_kinds && { default_kinds: policy.default_kinds.length }),
    ...(policy.images !== 'refused' && { [`images.${policy.images}`]: 1 }),
    ...(policy.provider_storage && { provider_storage: 1 }),
    ...(policy.share_originals && { share_originals: 1 }),
    ...(policy.mcp_tools && { mcp_tools: policy.mcp_tools.length }),
    internal_models: policy.internal.models.length,
    models: policy.models.length,
  };
}
