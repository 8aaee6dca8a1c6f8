import { screen, within } from '@testing-library/react';
import { dataOf } from '../../testing/service';
import { service, show } from '../../testing/show';
import { Suggestions } from './suggestions';
import type { Suggestion } from './use-suggestions';

const LIST = '/admin/v1/suggestions';
const ONE = '/admin/v1/suggestions/{suggestion_id}';
const KEPT: Suggestion = {
  suggestion_id: 'kept',
  action: 'keep',
  value: 'Example Ltd',
  reason: 'five_users',
  created_on: '2026-01-15',
};
const HIDDEN: Suggestion = {
  suggestion_id: 'hidden',
  action: 'hide',
  value: 'Nordlicht',
  reason: 'suggested',
  created_on: '2026-01-16',
};
const answer = (...suggestions: Suggestion[]) => service.answers('get', LIST, dataOf(suggestions));
const closed = jest.fn();
const open = () => show(<Suggestions onClose={closed} />);
const done = () => screen.getByRole('button', { name: 'Done' });

describe('suggestions for the policy', () => {
  beforeEach(() => closed.mockClear());

  it('are loading', async () => {
    service.waits('get', LIST);
    await open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('say why they cannot be shown, and are shown when a retry succeeds', async () => {
    service.refuses('get', LIST, { status: 500, code: 'internal' });
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    answer(KEPT);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Example Ltd')).toBeVisible();
  });

  it('say that there are none', async () => {
    answer();
    const { user } = await open();
    expect(await screen.findByText('No suggestions.')).toBeVisible();
    await user.click(done());
    expect(closed).toHaveBeenCalledWith(false);
  });

  it('say what people did with each value, and since when it is listed', async () => {
    answer(KEPT, HIDDEN);
    await open();
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Example Ltdleft unchanged · by at least 5 people · since ');
    expect(rows[1]).toContain('Nordlichthidden · suggested · since ');
  });

  it('become part of the policy, and the page loads its new version', async () => {
    answer(KEPT, HIDDEN);
    service.answers('post', `${ONE}/accept`, dataOf({ version: 4 }));
    const { user } = await open();
    await screen.findByText('Nordlicht');
    answer(KEPT);
    await user.click(screen.getByRole('button', { name: 'Always hide “Nordlicht”' }));
    const list = screen.getByRole('list', { name: 'Suggestions' });
    expect(await within(list).findAllByRole('listitem')).toHaveLength(1);
    expect(list).toHaveFocus();
    await user.click(done());
    expect(closed).toHaveBeenCalledWith(true);
    expect(service.requests.map(({ path }) => path)).toContain('/admin/v1/suggestions/hidden/accept');
  });

  it('are dismissed, and the policy stays', async () => {
    answer(KEPT);
    service.answers('delete', ONE, { success: true, message: 'Suggestion dismissed' });
    const { user } = await open();
    await screen.findByText('Example Ltd');
    answer();
    await user.click(screen.getByRole('button', { name: 'Dismiss “Example Ltd”' }));
    expect(await screen.findByText('No suggestions.')).toBeVisible();
    await user.click(done());
    expect(closed).toHaveBeenCalledWith(false);
  });

  it('say why one was not accepted', async () => {
    answer(HIDDEN);
    service.refuses('post', `${ONE}/accept`, { status: 404, code: 'not_found' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Always hide “Nordlicht”' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
  });
});
