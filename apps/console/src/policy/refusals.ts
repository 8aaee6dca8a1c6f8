import { KIND_TABLE } from '../privacy/kind-table';
import type { Kind } from '../privacy/kinds';
import type { Mode, Policy } from './use-policy';

const KINDS = Object.keys(KIND_TABLE) as readonly Kind[];

/** Calls of programs that a policy refuses. */
export interface Refusals {
  /** Calls that name no kind to hide: of each model, or of self-hosted models only. */
  unprotected: 'all' | 'internal' | undefined;
  /** Texts with values of these kinds. */
  blocked: readonly Kind[];
  /** Calls that name these kinds. */
  never: readonly Kind[];
  /** Calls that leave values unchanged. */
  keep: boolean;
  images: boolean;
}

export function refusalsOf({
  modes = {},
  internal,
  users_may_keep,
  allow_unprotected,
  images,
}: Policy): Refusals {
  const hidesAlways = (rules: Partial<Record<Kind, Mode>>) =>
    KINDS.some((kind) => ['always', 'remove', 'block'].includes(rules[kind] ?? 'asked'));
  const unprotected = !hidesAlways(modes)
    ? 'all'
    : !hidesAlways(internal?.modes ?? {})
      ? 'internal'
      : undefined;
  return {
    unprotected: allow_unprotected === false ? unprotected : undefined,
    blocked: KINDS.filter((kind) => modes[kind] === 'block'),
    never: KINDS.filter((kind) => modes[kind] === 'never'),
    keep: users_may_keep === false,
    images: (images ?? 'refused') === 'refused',
  };
}

/** Returns what a draft refuses and the policy in force does not. */
export function newRefusals(saved: Policy, draft: Policy): Refusals {
  const [before, after] = [refusalsOf(saved), refusalsOf(draft)];
  return {
    unprotected: before.unprotected === after.unprotected ? undefined : after.unprotected,
    blocked: after.blocked.filter((kind) => !before.blocked.includes(kind)),
    never: after.never.filter((kind) => !before.never.includes(kind)),
    keep: after.keep && !before.keep,
    images: after.images && !before.images,
  };
}
