import { screen } from '@testing-library/react';
import { dataOf } from '../../../testing/service';
import { service, show } from '../../../testing/show';
import { Corrections } from './corrections';
import type { Correction } from './use-corrections';

const CORRECTIONS = '/ai/v1/sessions/{session_id}/corrections';
const SUGGESTIONS = '/ai/v1/sessions/{session_id}/suggestions';
const KEPT: Correction = { action: 'keep', value: 'Example Ltd', suggested: false };
const HIDDEN: Correction = { action: 'hide', value: 'Nordlicht', suggested: true };

const answer = (...corrections: Correction[]) => service.answers('get', CORRECTIONS, dataOf(corrections));
const open = () => show(<Corrections id="letter" onClose={() => undefined} />);

describe('the corrections of a conversation', () => {
  it('are loading', async () => {
    service.waits('get', CORRECTIONS);
    await open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('say why they cannot be shown, and are shown when a retry succeeds', async () => {
    service.refuses('get', CORRECTIONS, { status: 500, code: 'internal' });
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    answer(KEPT);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Example Ltd')).toBeVisible();
  });

  it('say that there are none', async () => {
    answer();
    await open();
    expect(await screen.findByText(/^You left nothing unchanged/)).toBeVisible();
  });

  it('list what was left unchanged and what was hidden, and what was suggested', async () => {
    answer(KEPT, HIDDEN);
    await open();
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toEqual(['Example Ltd left unchangedSuggest', 'Nordlicht hidden by youSuggested']);
  });

  it('suggest a value to the admins, and keep the focus at its button', async () => {
    answer(KEPT);
    service.answers('post', SUGGESTIONS, { success: true, message: 'Value suggested' });
    const { user } = await open();
    const button = await screen.findByRole('button', { name: 'Suggest “Example Ltd”' });
    answer({ ...KEPT, suggested: true });
    await user.click(button);
    const suggested = await screen.findByRole('button', { name: '“Example Ltd” is suggested' });
    expect(suggested).toHaveFocus();
    await user.click(suggested);
    const sent = service.requests.filter(({ path }) => path.endsWith('/suggestions'));
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/ai/v1/sessions/letter/suggestions', { action: 'keep', value: 'Example Ltd' }],
    ]);
  });

  it('say that a suggestion failed', async () => {
    answer(KEPT);
    service.refuses('post', SUGGESTIONS, { status: 404, code: 'not_found' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Suggest “Example Ltd”' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
  });
});
