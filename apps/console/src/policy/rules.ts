import type { Policy } from './use-policy';

/** A term or an exception as a row of a table, or of a CSV file: what the document keeps in three forms. */
export interface Rule {
  type: 'phrase' | 'pattern' | 'exception';
  value: string;
  /** Of an exception: the one kind that it frees; empty: all. */
  kind: string;
  exactCase: boolean;
  /** Of a term: what the provider sees; empty: TERM. */
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

/** The policy with these rules in the place of its own. */
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
