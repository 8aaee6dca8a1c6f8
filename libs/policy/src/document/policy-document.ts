import type { EntityType, Mode } from '@app/anonymization';

/** What happens to each kind; a kind that is not named is `asked`. */
export type Modes = Partial<Record<EntityType, Mode>>;

/** A phrase, or a pattern in RE2's syntax, that is always hidden. */
export interface PolicyTerm {
  phrase?: string;
  pattern?: string;
  /** Of a phrase: whether capitals and small letters must be as given */
  exact_case?: boolean;
  /** Of its placeholders; not given: `TERM` */
  label?: string;
}

/** A value that is never hidden. */
export interface PolicyException {
  value: string;
  /** Not given: of every kind that may have exceptions */
  kind?: EntityType;
}

/** Whether images in requests of the gateway, which nobody here can read, go to no model, to internal ones, or to all. */
export const IMAGE_RULES = ['refused', 'internal', 'passed'] as const;
export type ImageRule = (typeof IMAGE_RULES)[number];

/** What an organization wants to happen to personal data, as it is written, stored and shown (contract: Policy and own terms). */
export interface PolicyDocument {
  modes: Modes;
  /** Models that run in the organization's own house, and what is different for them */
  internal: { models: string[]; modes: Modes };
  /** Whether a request may leave a found value as it is (`keep`) */
  users_may_keep: boolean;
  /** Whether a call may be made in which no kind is searched */
  allow_unprotected: boolean;
  /** Kinds that are hidden if a request names none; absent: all except `Dates` */
  default_kinds?: EntityType[];
  images: ImageRule;
  terms: PolicyTerm[];
  exceptions: PolicyException[];
  /** Goes before every conversation; empty: nothing does */
  system_prompt: string;
  /** Models that only these groups may use, by the groups' ids; a model that is not named is everybody's */
  models: { model: string; groups: string[] }[];
}

/** Of an organization that has set none: everything as requests ask. */
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

/** What of a policy may be told in the trail: how much of what, and no word of it. */
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
    internal_models: policy.internal.models.length,
    models: policy.models.length,
  };
}
