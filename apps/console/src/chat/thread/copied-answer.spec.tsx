import { screen } from '@testing-library/react';
import { show } from '../../../testing/show';
import { CopyButton } from '../../ui/copy-button';
import { Answer } from './answer';
import { htmlOf, mailTextOf } from './copied-answer';

const open = async (text: string) => {
  const { container } = await show(<Answer text={text} />);
  return { answer: container.querySelector<HTMLElement>('.answer')! };
};

describe('a copied answer', () => {
  const LETTER =
    '## Angebot\n\nSehr geehrte **Frau Schmidt**,\nvielen Dank.\n\n- eins\n- *zwei*\n  1. innen\n\n' +
    '| Jahr | Preis |\n| --- | --- |\n| 2026 | 5 |\n\n[Seite](https://a.example/x) und `code`\n\n```\nlet a;\n```';

  it('has its structure and nothing of the page as HTML', async () => {
    const { answer } = await open(LETTER);
    const html = htmlOf(answer);
    expect(html).toContain('<strong>Frau Schmidt</strong>,<br>');
    expect(html).toContain('<a href="https://a.example/x">Seite</a>');
    expect(html).not.toMatch(/class=|button|tabindex|style=/);
  });

  it('is offered with its structure beside its Markdown', async () => {
    const made = jest.fn();
    Object.assign(globalThis, { ClipboardItem: made });
    const { user } = await show(<CopyButton text="**a**" html={() => '<strong>a</strong>'} />);
    jest.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    const [[written]] = made.mock.calls as [[Record<string, Blob>]];
    expect(await written['text/html']!.text()).toBe('<strong>a</strong>');
    expect(await written['text/plain']!.text()).toBe('**a**');
  });

  it('has no Markdown as text for an email', async () => {
    const { answer } = await open(LETTER);
    expect(mailTextOf(answer)).toBe(
      'Angebot\n\nSehr geehrte Frau Schmidt,\nvielen Dank.\n\n- eins\n- zwei\n  1. innen\n\n' +
        'Jahr\tPreis\n2026\t5\n\nSeite (https://a.example/x) und code\n\nlet a;',
    );
  });
});
