import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Presses Escape in a dialog. jsdom does not translate the key. */
export const pressEscape = (dialog: HTMLElement): boolean =>
  fireEvent(dialog, new Event('cancel', { cancelable: true }));

/** Expects a dialog to ask before it closes with a secret that was not copied, and to stay. */
export async function expectQuestion(user: UserEvent, dialog: HTMLElement): Promise<void> {
  pressEscape(dialog);
  const question = screen.getByRole('dialog', { name: 'Close without copying?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(question).not.toBeInTheDocument();
  expect(dialog).toBeInTheDocument();
}
