import { lint } from './lint.mjs';

type Finding = { line: number; column: number; rule: string; message: string; phrase: string };

const phrasesOf = async (text: string, kind = '.plain'): Promise<string[]> =>
  (await lint(text, 'a', kind)).map(({ phrase }: Finding) => phrase);

describe('a finding', () => {
  it('reports line, column, rule and replacement', async () => {
    const source = `const a = 1;\n\nf('It is one.', \`\${a} that somebody reads\`);\n`;
    expect(await lint(source, 'libs/a.ts', '.code')).toEqual([
      {
        file: 'libs/a.ts',
        line: 3,
        column: 28,
        rule: 'pronoun',
        message: '"somebody": name the actor: a user, another process, all clients',
        phrase: 'somebody',
      },
    ]);
  });

  it('reports the line in which a phrase of a docstring begins', async () => {
    const source = '/**\n * One.\n *\n * A value of\n * which there is one.\n */\nf();\n';
    const [finding] = await lint(source, 'libs/a.ts', '.code');
    expect(finding).toMatchObject({ line: 4, column: 12, rule: 'wording' });
    expect(finding.message).toBe('"of which": split the sentence');
  });
});

describe('the rules', () => {
  it.each([
    ["Nobody's file", 'Nobody'],
    ['nobody’d know', 'nobody'],
    ['They who vouched', 'vouched'],
    ['it is told of the end', 'is told of'],
    ['it came\n  to nothing', 'came\n  to nothing'],
    ['# jobs that come\n# to nothing', 'come\n# to nothing'],
    ['a key of theirs', 'of theirs'],
    ['It is buried.', 'buried'],
    ['front-door', 'door'],
    ['to mend it', 'mend'],
    ['The Organisation', 'Organisation'],
    ['anonymised', 'anonymised'],
    ['its licence', 'licence'],
    ['its behaviour', 'behaviour'],
  ])('find the phrase of %j', async (text, phrase) => {
    expect(await phrasesOf(text)).toEqual([phrase]);
  });

  it.each([
    'We recommend the amended text, by handing it on for years.',
    'It appears indoors; improvisation is normal.',
    'See docs/doorbell.md, doors/open, mend(), x.whose and the table whose_rows.',
    'Write to nobody@company.example.',
    'The call `whose` of {@link Somebody} is inline code.',
    'Which of the two? Which side of it?',
  ])('find nothing in %j', async (text) => {
    expect(await phrasesOf(text)).toEqual([]);
  });

  it('find a word after an escaped line break', async () => {
    expect(await phrasesOf(String.raw`f('One.\nwhose is it?');`, '.code')).toEqual(['whose']);
  });
});

it.each([
  'f(`Call \\`${a}\\`, or nobody does; \\`whose\\` is code.`);',
  'f(`Call \\`${a}\\`; nobody (\\`whose\\` is code) does.`);',
  'f(`Call \\`${a}\\`. Then nobody \\`whose\\` is code.`);',
])('inline code around an expression hides no prose of the template literal %s', async (source) => {
  expect(await phrasesOf(source, '.code')).toEqual(['nobody']);
});

describe('Markdown', () => {
  it('is read without code and without addresses of links', async () => {
    const text = [
      '# Whose',
      '',
      'A [link that nobody follows](https://example.com/somebody) and `anybody`.',
      '',
      '```sh',
      'echo everybody',
      '```',
      '',
      '| a | b |',
      '| --- | --- |',
      '| x | *whom* |',
    ].join('\n');
    expect(await phrasesOf(text, '.md')).toEqual(['Whose', 'nobody', 'whom']);
  });
});
