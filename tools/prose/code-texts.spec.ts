import { codeTexts } from './code-texts.mjs';

/** Returns the found texts in their order. */
const textsOf = (source: string, file = 'a.ts', options?: { titlesOnly: boolean }): string[] =>
  codeTexts(source, file, options)
    .toSorted(([a]: [number], [b]: [number]) => a - b)
    .map(([start, end]: [number, number]) => source.slice(start, end));

describe('the texts of a program', () => {
  it.each([
    ['a line comment', 'const a = 1; // It is one.', ['// It is one.']],
    ['line comments that follow each other', 'f();\n// It is\n  // one.\ng();', ['// It is\n  // one.']],
    ['a block comment within an expression', 'f(/* It is one. */);', ['/* It is one. */']],
    ['a docstring', '/** Returns one. */\nexport const a = 1;', ['/** Returns one. */']],
    ['a docstring of a member', 'class A {\n  /** Is one. */\n  a = 1;\n}', ['/** Is one. */']],
    ['a comment at the end', 'f();\n// It is one.\n', ['// It is one.']],
    ['a string', `throw new Error('It is one.');`, ['It is one.']],
    ['a string of a decorator', `@Doc({ text: "It is one." }) class A {}`, ['It is one.']],
    ['a template literal', 'f(`It is one.`);', ['It is one.']],
    ['the parts of a template literal', 'f(`It is ${one} of ${two} now.`);', ['It is $', ' of $', ' now.']],
    ['a word with a capital', `f('Organization');`, ['Organization']],
  ])('include %s', (_, source, texts) => {
    expect(textsOf(source)).toEqual(texts);
  });

  it('include the texts and attributes of JSX', () => {
    const source = `const a = <p title="It is one.">It is // {two} {/* A reason. */}</p>;`;
    expect(textsOf(source, 'a.tsx')).toEqual(['It is one.', 'It is // ', ' ', '/* A reason. */']);
  });

  it('include those of JavaScript', () => {
    expect(textsOf(`#!/usr/bin/env node\n/** @type {string} */\nconst a = 'It is one.';`, 'a.mjs')).toEqual([
      '/** @type {string} */',
      'It is one.',
    ]);
  });

  it.each([
    ['identifiers', 'const whose = mend.anybody;'],
    ['names in strings', `import { a } from './whose'; f('whose-turn');`],
    ['regular expressions', 'const a = /whose turn/;'],
    ['what only looks like a comment', 'const a = b / c / d;'],
  ])('do not include %s', (_, source) => {
    expect(textsOf(source)).toEqual([]);
  });

  it('are found once each', () => {
    const source = 'f(/* none */);\n/** Doc. */\nfunction g(/* a */ b /* c */) {\n  // Empty.\n}\n';
    expect(textsOf(source)).toEqual(['/* none */', '/** Doc. */', '/* a */', '/* c */', '// Empty.']);
  });

  it('of a test are its titles and comments', () => {
    const source = `
      // A reason.
      describe('a job', () => {
        it.skip('is done', () => f('Some data.'));
        it.each([['A row', 1]])('is %s', () => undefined);
        it(\`is \${b}\`, g);
        other('Some data.');
      });
    `;
    expect(textsOf(source, 'a.spec.ts', { titlesOnly: true })).toEqual([
      '// A reason.',
      'a job',
      'is done',
      'is %s',
      'is $',
    ]);
  });
});
