import { KIND_TABLE } from '../privacy/kind-table';
import type { Kind } from '../privacy/kinds';
import type { Mode, Policy } from './use-policy';

const KINDS = Object.keys(KIND_TABLE) as readonly Kind[];

export const PRESETS = ['office', 'strict', 'selfHosted'] as const;
/** The parameter of the policy's address that names the preset of the draft. */
export const PRESET_PARAMETER = 'preset';
export type Preset = (typeof PRESETS)[number];

/** Kinds that letters need as they are. They are hidden only on request. */
const OFTEN_NEEDED: ReadonlySet<Kind> = new Set(['Dates', 'Locations', 'Organizations', 'Urls']);

const modesBy = (modeOf: (kind: Kind) => Mode) =>
  Object.fromEntries(KINDS.map((kind) => [kind, modeOf(kind)]));

/** What each preset replaces. Terms, exceptions, models and the system prompt stay. */
const PARTS: Readonly<Record<Preset, (policy: Policy) => Partial<Policy>>> = {
  office: ({ internal }) => ({
    modes: modesBy((kind) => (OFTEN_NEEDED.has(kind) ? 'asked' : kind === 'Secrets' ? 'remove' : 'always')),
    internal: { models: internal?.models ?? [], modes: {} },
    users_may_keep: true,
    allow_unprotected: false,
    images: 'read',
  }),
  strict: ({ internal }) => ({
    modes: modesBy((kind) => (kind === 'Cards' || kind === 'Secrets' ? 'block' : 'always')),
    internal: { models: internal?.models ?? [], modes: {} },
    users_may_keep: false,
    allow_unprotected: false,
    images: 'refused',
    provider_storage: false,
    share_originals: false,
  }),
  selfHosted: ({ internal }) => ({
    modes: modesBy((kind) => (KIND_TABLE[kind].mayBeBlocked ? 'block' : 'remove')),
    internal: { models: internal?.models ?? [], modes: modesBy(() => 'asked') },
    users_may_keep: false,
    allow_unprotected: false,
    images: 'internal',
    provider_storage: false,
    share_originals: false,
  }),
};

/** Returns the policy with the rules of a preset. */
export const withPreset = (policy: Policy, preset: Preset): Policy => ({
  ...policy,
  ...PARTS[preset](policy),
});

/** Returns the preset with the rules of a policy; undefined if it has others. */
export const presetOf = (policy: Policy): Preset | undefined =>
  PRESETS.find((preset) => changesNothing(policy, withPreset(policy, preset)));

const changesNothing = (one: Policy, other: Policy): boolean => canonical(one) === canonical(other);

/** Writes a policy with absent fields as their defaults, in one order of fields. */
const canonical = ({
  modes = {},
  internal,
  users_may_keep = true,
  allow_unprotected = true,
  ...rest
}: Policy) =>
  JSON.stringify([
    KINDS.map((kind) => [modes[kind] ?? 'asked', internal?.modes[kind] ?? null]),
    users_may_keep,
    allow_unprotected,
    rest.images ?? 'refused',
    rest.provider_storage ?? false,
    rest.share_originals ?? false,
  ]);
