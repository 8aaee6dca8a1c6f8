import { act, screen } from '@testing-library/react';
import { show } from '../../testing/show';
import { Inside } from './inside';

jest.mock('../chat/chat-screen', () => ({
  ChatScreen: ({ chatId }: { chatId?: string }) => {
    if (chatId === 'broken') throw new Error('a mistake');
    return <h1>{chatId}</h1>;
  },
}));

describe('the page', () => {
  it('shows another conversation after one that has an error', async () => {
    await show(<Inside />, { role: 'member', at: '/chat/broken' });
    expect(await screen.findByRole('alert')).toHaveTextContent('an error in the page');
    // React reports the error of the screen.
    jest.spyOn(console, 'error').mockClear();
    act(() => history.pushState(null, '', '/chat/whole'));
    expect(screen.getByRole('heading', { name: 'whole' })).toBeVisible();
  });
});
