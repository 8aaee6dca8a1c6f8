import { checkVariables, variablesOf, withValues } from './assistant';

const LETTER = 'Write to {{customer}} about {{ the order }}. {{customer}} is {{}} polite {{a\nb}}.';

describe('the variables of an instruction', () => {
  it('are its names in double braces, each once', () => {
    expect(variablesOf(LETTER)).toEqual(['customer', 'the order']);
  });

  it('are replaced by their texts, also if a text looks like a variable or a pattern', () => {
    const values = { customer: '{{the order}}', 'the order': '$& and $1' };
    expect(withValues(LETTER, values)).toBe(
      'Write to {{the order}} about $& and $1. {{the order}} is {{}} polite {{a\nb}}.',
    );
  });

  it.each([
    ['one has no text', { customer: 'Anna' }],
    ['a text is blank', { customer: 'Anna', 'the order': ' ' }],
    ['a text is none', { customer: 'Anna', 'the order': 5 }],
    ['a text is too long', { customer: 'Anna', 'the order': 'x'.repeat(2_001) }],
    ['a text has no variable', { customer: 'Anna', 'the order': 'x', more: 'x' }],
    ['an object has the name of a built-in', { customer: 'Anna', 'the order': 'x', constructor: 'x' }],
  ])('are refused if %s', (_, values) => {
    expect(() => withValues(LETTER, values)).toThrow(/^variables must/);
  });

  it('are at most 20', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `{{v${i}}}`).join(' ');
    expect(() => checkVariables(many(20))).not.toThrow();
    expect(() => checkVariables(many(21))).toThrow('instruction must have at most 20 variables');
  });
});
