import fc from 'fast-check';
import { screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../testing/show';
import { Answer } from './answer';
import { markFormulas } from './mark-formulas';

const open = async (text: string) => {
  const { container, user } = await show(<Answer text={text} />);
  return { answer: container.querySelector<HTMLElement>('.answer')!, user };
};

describe('an answer', () => {
  it('keeps the lines of a letter', async () => {
    const { answer } = await open('Mit freundlichen Grüßen\nIhr Team');
    expect(answer.querySelectorAll('p')).toHaveLength(1);
    expect(answer.querySelectorAll('br')).toHaveLength(1);
  });

  it('shows code with its language and colors, and copies it alone', async () => {
    const { answer, user } = await open('```js\nconst a = 1;\n```');
    const code = within(screen.getByRole('figure'));
    expect(code.getByText('js')).toBeVisible();
    await waitFor(() => expect(answer.querySelector('.hljs-keyword')).toHaveTextContent('const'));
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(code.getByRole('button', { name: 'Copy code' }));
    expect(write).toHaveBeenCalledWith('const a = 1;');
  });

  it('shows code without a language, and in an unknown one, as it is', async () => {
    const { answer } = await open('```\na < b\n```\n\n```unheard\nc < d\n```\n\n```js\nlet e;\n```');
    const texts = () => [...answer.querySelectorAll('pre')].map(({ textContent }) => textContent);
    expect(screen.getByText('Code')).toBeVisible();
    await waitFor(() => expect(answer.querySelector('.hljs-keyword')).toHaveTextContent('let'));
    expect(texts()).toEqual(['a < b', 'c < d', 'let e;']);
  });

  it('draws formulas in all four notations as MathML', async () => {
    const { answer } = await open('Inline $a^2$ and \\(b_1\\).\n\n\\[\nc^3\n\\]\n\n$$d^4$$');
    await waitFor(() => expect(answer.querySelectorAll('math')).toHaveLength(4));
    expect(answer.querySelectorAll('.formula.block')).toHaveLength(2);
    expect(answer.querySelector('msup')).toHaveTextContent('a2');
  });

  it('shows an incomplete formula as its source, and loads and links nothing for one', async () => {
    const { answer } = await open(
      '$\\frac{1$ $\\href{https://evil.example}{x}$ $\\includegraphics{https://evil.example/a.png}$ $y$',
    );
    await waitFor(() => expect(answer.querySelector('math')).not.toBeNull());
    expect(answer).toHaveTextContent('\\frac{1');
    expect(answer.querySelector('a, img, [href], [src]')).toBeNull();
  });

  it('names the state of each task', async () => {
    await open('- [x] ask\n- [ ] answer');
    expect(screen.getByRole('checkbox', { name: 'done' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'open' })).not.toBeChecked();
  });

  it('numbers headings from level 2 without gaps', async () => {
    await open('### One\n\n##### Two\n\n### Three\n\n# Four');
    expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H2', 'H3', 'H2', 'H2']);
  });
});

describe('formulas in Markdown', () => {
  it.each([
    ['It costs $5 and $10.', String.raw`It costs \$5 and \$10.`],
    ['From $5-$10', String.raw`From \$5-\$10`],
    ['`$a$` and $b$', '`$a$` and $$b$$'],
    ['```sh\necho $HOME $PATH\n```', '```sh\necho $HOME $PATH\n```'],
    ['```sh\necho $HOME', '```sh\necho $HOME'],
    [String.raw`already \$5 and $6`, String.raw`already \$5 and \$6`],
    ['- \\[x\\]', '- $$x$$'],
    ['  \\[\n  x\n  \\]', '  $$\n  x\n  $$'],
  ])('%j is written as %j', (text, marked) => {
    expect(markFormulas(text)).toBe(marked);
  });

  it('change nothing but dollar signs, brackets and spaces of any text', () => {
    const piece = fc.constantFrom(
      '$',
      '$$',
      '\\(',
      '\\)',
      '\\[',
      '\\]',
      '`',
      '```',
      '\n',
      ' ',
      'a',
      '5',
      '\\',
    );
    const rest = (text: string) => text.replaceAll(/[$\\()[\]\s]/g, '');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(rest(markFormulas(pieces.join('')))).toBe(rest(pieces.join('')));
      }),
    );
  });
});
