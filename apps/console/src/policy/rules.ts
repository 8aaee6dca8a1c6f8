import type { Policy } from './use-policy';

/** A term or an exception as a row of a table or of a CSV file. The policy document stores them in three formats. */
export interface Rule {
  type: 'phrase' | 'pattern' | 'exception';
  value: string;
  /** For an exception: the kind that it applies to; empty: all kinds. */
  kind: string;
  exactCase: boolean;
  /** For a term: the name that the provider sees; empty: TERM. */
  label: string;
}

type Exception = NonNullable<Policy['exceptions']>[number];

export const rulesOf = ({ terms = [], exceptions = [] }: Policy): Rule[] => [
  ...terms.map(({ phrase, pattern, exact_case: exactCase = false, label = '' }): Rule => ({
    type: pattern === undefined ? 'phrase' : 'pattern',
    value: pattern ?? phrase ?? '',
    kind: '',
    exactCase,
    label,
  })),
  ...exceptions.map(({ value, kind = undefined }): Rule => ({
    type: 'exception',
    value,
    kind: kind ?? '',
    exactCase: false,
    label: '',
  })),
];

/** Returns the policy with its rules replaced. */
export const withRules = (policy: Policy, rules: readonly Rule[]): Policy => ({
  ...policy,
  terms: rules
    .filter(({ type }) => type !== 'exception')
    .map(({ type, value, exactCase, label }) => ({
      [type]: value,
      ...(exactCase && { exact_case: true }),
      ...(label && { label }),
    })),
  exceptions: rules
    .filter(({ type }) => type === 'exception')
    .map(({ value, kind }) => ({ value, ...(kind && { kind: kind as Exception['kind'] }) })),
});
