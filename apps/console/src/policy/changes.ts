import { KINDS } from '../privacy/kinds';
import type { Texts } from '../texts/en';
import { rulesOf, type Rule } from './rules';
import type { Policy } from './use-policy';

/** A difference between two policies, in words. */
export interface Change {
  what: string;
  /** Absent if it was added. */
  before?: string;
  /** Absent if it was removed. */
  after?: string;
}

/** Returns what differs between two policies. */
export function changesOf(before: Policy, after: Policy, t: Texts): Change[] {
  const values = (policy: Policy) => new Map(valuesOf(policy, t));
  const [old, now] = [values(before), values(after)];
  const changed = [...old].flatMap(([what, value]) =>
    now.get(what) === value ? [] : [{ what, before: value, after: now.get(what)! }],
  );
  return [
    ...changed,
    ...listed(t.policy.rules, rulesOf(before), rulesOf(after), (rule) => ruleWords(rule, t)),
    ...listed(t.policy.isInternal, before.internal?.models ?? [], after.internal?.models ?? [], String),
    ...listed(
      t.policy.models,
      before.models ?? [],
      after.models ?? [],
      ({ model, groups }) =>
        `${model}: ${groups.length === 0 ? t.policy.everybody : t.policy.someGroups(groups.length)}`,
    ),
  ];
}

/** Returns the rules with exactly one value, each under its name. */
function valuesOf(policy: Policy, t: Texts): [string, string][] {
  const { modes = {}, internal, users_may_keep = true, allow_unprotected = true } = policy;
  const switched = (on: boolean) => (on ? t.common.yes : t.policy.no);
  const { default_kinds: kinds, mcp_tools: tools = [] } = policy;
  return [
    ...KINDS.map((kind): [string, string] => [
      `${t.kinds[kind]}, ${t.policy.external}`,
      t.modes[modes[kind] ?? 'asked'],
    ]),
    ...KINDS.map((kind): [string, string] => [
      `${t.kinds[kind]}, ${t.policy.internal}`,
      t.modes[internal?.modes[kind] ?? modes[kind] ?? 'asked'],
    ]),
    [t.policy.mayKeep, switched(users_may_keep)],
    [t.policy.mayBeUnprotected, switched(allow_unprotected)],
    [t.policy.images, t.policy.imageRules[policy.images ?? 'refused']],
    [t.policy.systemPrompt, policy.system_prompt || t.policy.empty],
    [t.policy.defaultKinds, kinds?.map((kind) => t.kinds[kind]).join(', ') ?? t.policy.usual],
    [t.policy.providerStorage, switched(policy.provider_storage ?? false)],
    [t.policy.shareOriginals, switched(policy.share_originals ?? false)],
    [t.policy.mcpTools, tools.join(', ') || t.policy.empty],
  ];
}

/** Returns the entries that only one of two lists has. */
function listed<Entry>(
  what: string,
  before: readonly Entry[],
  after: readonly Entry[],
  wordsOf: (entry: Entry) => string,
): Change[] {
  const [old, now] = [before, after].map((entries) => new Set(entries.map(wordsOf))) as [
    Set<string>,
    Set<string>,
  ];
  return [
    ...[...old].filter((entry) => !now.has(entry)).map((entry) => ({ what, before: entry })),
    ...[...now].filter((entry) => !old.has(entry)).map((entry) => ({ what, after: entry })),
  ];
}

const ruleWords = ({ type, value, kind, exactCase, label }: Rule, t: Texts): string =>
  [
    `${t.policy.types[type]}: ${value}`,
    kind && t.kinds[kind as keyof Texts['kinds']],
    exactCase && t.policy.exactCase,
    label,
  ]
    .filter(Boolean)
    .join(', ');
