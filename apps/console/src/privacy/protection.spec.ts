import fc from 'fast-check';
import { isHidden, protectionOf } from './protection';

const kindOf = (kind: string, more: Partial<Parameters<typeof isHidden>[0]> = {}) => ({
  kind,
  in_all: kind !== 'Dates',
  mode: 'asked',
  fixed: false,
  ...more,
});
const KINDS = ['Names', 'Emails', 'Dates'].map((kind) => kindOf(kind));
const TERMS = kindOf('Terms', { mode: 'always', fixed: true });

describe('the protection of a request', () => {
  it.each([
    ['all', undefined],
    ['all', ['Names', 'Emails']],
    ['some', ['Names']],
    ['some', ['Dates']],
    ['off', []],
  ] as const)('is %s for the choices %j', (protection, chosen) => {
    expect(protectionOf([...KINDS, TERMS], chosen)).toBe(protection);
  });

  it('is some without choices if the policy always hides a kind', () => {
    expect(protectionOf([...KINDS, kindOf('Cards', { mode: 'always', fixed: true })], [])).toBe('some');
  });

  it('is all without a kind that the policy never hides', () => {
    const never = kindOf('Plates', { mode: 'never', fixed: true, in_all: false });
    expect(protectionOf([...KINDS, never], ['Names', 'Emails'])).toBe('all');
  });

  it('is off only if at most the kind Terms is hidden, and never grows with fewer choices', () => {
    const order = ['off', 'some', 'all'];
    const kinds = fc.array(
      fc.record({
        kind: fc.constantFrom('Names', 'Emails', 'Dates', 'Cards', 'Plates'),
        in_all: fc.boolean(),
        mode: fc.constantFrom('asked', 'always', 'remove', 'block', 'never'),
        fixed: fc.boolean(),
      }),
      { minLength: 1 },
    );
    const choices = fc.uniqueArray(fc.constantFrom('Names', 'Emails', 'Dates', 'Cards', 'Plates'));
    fc.assert(
      fc.property(kinds, choices, fc.nat(), (rules, chosen, dropped) => {
        const fewer = chosen.filter((_, index) => index !== dropped % (chosen.length || 1));
        const [before, after] = [chosen, fewer].map((each) => protectionOf(rules, each));
        expect(order.indexOf(after!)).toBeLessThanOrEqual(order.indexOf(before!));
        if (before === 'off') expect(rules.filter((rule) => isHidden(rule, chosen))).toEqual([]);
      }),
    );
  });
});
