import fc from 'fast-check';
import { readCsv, toCsv } from './csv';
import { rulesOf, withRules, type Rule } from './rules';

const rule = fc.record<Rule>({
  type: fc.constantFrom('phrase', 'pattern', 'exception'),
  value: fc.string({
    minLength: 1,
    unit: fc.constantFrom('a', '"', ',', '\n', '\r', "'", '=', '-', 'ü', ' '),
  }),
  kind: fc.constantFrom('', 'Names'),
  exactCase: fc.boolean(),
  label: fc.constantFrom('', 'PROJECT'),
});

it('reads back any values that it wrote', () => {
  fc.assert(
    fc.property(fc.array(rule), (rules) => {
      expect(readCsv(toCsv(rules))).toEqual({ rules, wrong: [] });
    }),
  );
});

it('writes no cell that a spreadsheet reads as a formula', () => {
  fc.assert(
    fc.property(fc.constantFrom('=', '+', '-', '@'), fc.string(), (first, rest) => {
      const [, row] = toCsv([
        { type: 'phrase', value: first + rest, kind: '', exactCase: false, label: '' },
      ]).split('phrase,');
      expect(row).toMatch(/^"?'/);
    }),
  );
});

it('accepts columns in any order, and reports the lines that are not rules', () => {
  const text = '\uFEFFvalue,type\nNordlicht,phrase\n,phrase\nApollo,planet\n';
  expect(readCsv(text)).toEqual({
    rules: [{ type: 'phrase', value: 'Nordlicht', kind: '', exactCase: false, label: '' }],
    wrong: [3, 4],
  });
});

it("replacing a policy's rules with its own leaves it unchanged", () => {
  const policy = {
    users_may_keep: true,
    terms: [{ phrase: 'Nordlicht', exact_case: true, label: 'PROJECT' }, { pattern: 'PRJ-[0-9]{4}' }],
    exceptions: [{ value: 'Example Ltd', kind: 'Organizations' as const }, { value: 'Berlin' }],
  };
  expect(withRules(policy, rulesOf(policy))).toEqual(policy);
});
