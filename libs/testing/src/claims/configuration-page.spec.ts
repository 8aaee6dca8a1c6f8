import {
  CONFIGURATION_PAGE,
  configurationPage,
  declarationsIn,
  readDeclarations,
  readExamples,
} from './configuration-page';
import { read } from './files';

describe('docs/operate/configuration.md', () => {
  const examples = readExamples(read('.env.example'));
  const declarations = readDeclarations();

  it('is what `npm run docs:generate` writes', () => {
    expect(read(CONFIGURATION_PAGE)).toBe(configurationPage(examples, declarations));
  });

  it('has a type and a sentence for each setting', () => {
    const known = new Set(declarations.map(({ name }) => name));
    expect(examples.length).toBeGreaterThan(100);
    expect(examples.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(examples.filter(({ meaning }) => !/^[A-Z`].*[^,;]$/.test(meaning))).toEqual([]);
  });

  it('shows the defaults of the code', () => {
    const shown = new Map(examples.map(({ name, value }) => [name, value]));
    const literal = declarations.filter(({ fallback }) => fallback !== undefined);
    expect(literal.length).toBeGreaterThan(50);
    expect(literal.filter(({ name, fallback }) => shown.get(name) !== fallback)).toEqual([]);
  });
});

describe('declarationsIn', () => {
  it.each([
    ["A_TIME: duration('20s')", 'duration', '20s'],
    ["A_WORD: oneOf(['on', 'off'], 'on')", '`on`, `off`', 'on'],
    ["A_WORD: z.enum(['a', 'b'], { error: 'x' }).optional()", '`a`, `b`', undefined],
    ["A_TEXT: z.string().min(16, 'x').default('y')", 'text', 'y'],
    ["A_URL: url('http').optional()", 'URL', undefined],
    ['A_NUMBER: integer(3, 1)', 'whole number', '3'],
    ['A_NUMBER: integer(Math.min(1, 2), 1)', 'whole number', undefined],
    ['A_FLAG: flag(false)', '`true`, `false`', 'false'],
  ])('reads %s', (property, type, fallback) => {
    const [declaration] = declarationsIn(`const env = parseSettings({ ${property} });`);
    expect(declaration).toEqual({ name: property.split(':')[0], type, fallback });
  });

  it('refuses a type that the page does not know', () => {
    expect(() => declarationsIn('parseSettings({ A: strange() })')).toThrow('does not know: strange');
  });
});
