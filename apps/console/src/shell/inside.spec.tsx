import { act, screen } from '@testing-library/react';
import { service, show } from '../../testing/show';
import { Inside } from './inside';

jest.mock('../chat/chat-screen', () => ({
  ChatScreen: ({ chatId }: { chatId?: string }) => {
    if (chatId === 'broken') throw new Error('a mistake');
    return <h1>{chatId}</h1>;
  },
}));

describe('the page', () => {
  const ready = (more: object) =>
    service.on('get', '/health/ready', () => Response.json({ status: 'ready', ...more }));
  beforeEach(() => void ready({}));

  it('shows another conversation after one that has an error', async () => {
    await show(<Inside />, { role: 'member', at: '/chat/broken' });
    expect(await screen.findByRole('alert')).toHaveTextContent('an error in the page');
    // React reports the error of the screen.
    jest.spyOn(console, 'error').mockClear();
    act(() => history.pushState(null, '', '/chat/whole'));
    expect(screen.getByRole('heading', { name: 'whole' })).toBeVisible();
  });

  it('says during maintenance that it only shows and deletes', async () => {
    ready({ maintenance: true });
    await show(<Inside />, { role: 'member', at: '/chat/whole' });
    expect(await screen.findByText(/^The service is in maintenance\. You can read and delete/)).toBeVisible();
  });
});
