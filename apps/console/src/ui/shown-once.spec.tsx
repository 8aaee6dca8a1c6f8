import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expectQuestion, pressEscape } from '../../testing/shown-once';
import { show } from '../../testing/show';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import { useShownOnce } from './shown-once';

const onClose = jest.fn();

function Secret({ text: first }: { text?: string }) {
  const [text, setText] = useState(first);
  const { close, onTaken, question } = useShownOnce(text, onClose);
  return (
    <Dialog title="Key" onClose={close}>
      {question}
      <code onCopy={onTaken}>{text}</code>
      <CopyButton text={text ?? ''} onCopied={onTaken} />
      <button onClick={() => setText('another')}>Another</button>
    </Dialog>
  );
}
const dialog = () => screen.getByRole('dialog', { name: 'Key' });
const asks = () => screen.queryByRole('dialog', { name: 'Close without copying?' });
const leaves = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

beforeEach(() => onClose.mockClear());

describe('a dialog with a secret that is shown once', () => {
  it('asks before it closes, by each way', async () => {
    const { user } = await show(<Secret text="secret" />);
    await expectQuestion(user, dialog());
    await user.click(within(dialog()).getByRole('button', { name: 'Close' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Close without copying' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays open if the browser closes it after several Escapes in a row', async () => {
    await show(<Secret text="secret" />);
    const modal = dialog() as HTMLDialogElement;
    modal.close();
    fireEvent(modal, new Event('close'));
    expect(modal.open).toBe(true);
    expect(asks()).toBeVisible();
  });

  it('asks before the page is left', async () => {
    await show(<Secret text="secret" />);
    expect(leaves()).toBe(false);
  });

  it.each([
    ['the button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Copy' }))],
    ['the keyboard', async () => fireEvent.copy(screen.getByText('secret'))],
  ])('closes without a question once it was copied by %s', async (_, copy) => {
    const { user } = await show(<Secret text="secret" />);
    await copy(user);
    pressEscape(dialog());
    expect(asks()).toBeNull();
    expect(onClose).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(leaves()).toBe(true));
  });

  it('asks again for another secret', async () => {
    const { user } = await show(<Secret text="secret" />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await user.click(screen.getByRole('button', { name: 'Another' }));
    await expectQuestion(user, dialog());
  });

  it('closes without a question before there is one', async () => {
    await show(<Secret />);
    pressEscape(dialog());
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
