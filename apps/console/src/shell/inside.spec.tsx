import { act, screen, within } from '@testing-library/react';
import { dataOf } from '../../testing/service';
import { service, show, USER } from '../../testing/show';
import { Inside } from './inside';

const mockLink = jest.requireActual<typeof import('wouter')>('wouter');

jest.mock('../chat/chat-screen', () => ({
  ChatScreen: ({ chatId }: { chatId?: string }) => {
    if (chatId === 'broken') throw new Error('a mistake');
    return (
      <>
        <h1>{chatId}</h1>
        {chatId === 'first' && <mockLink.Link href="/chat/second">Next</mockLink.Link>}
      </>
    );
  },
}));

describe('the page', () => {
  const ready = (more: object) =>
    service.on('get', '/health/ready', () => Response.json({ status: 'ready', ...more }));
  beforeEach(() => {
    ready({});
    service.answers(
      'get',
      '/ai/v1/capabilities',
      dataOf({ images: false, transcription: false, speech: null }),
    );
  });

  it('leads to transcripts if they are set up, and admins in any case', async () => {
    const link = () => screen.queryByRole('link', { name: 'Transcribe' });
    const admin = await show(<Inside />, { role: 'admin', at: '/chat/whole' });
    expect(link()).toBeVisible();
    admin.unmount();
    const { unmount } = await show(<Inside />, { role: 'member', at: '/chat/whole' });
    expect(link()).toBeNull();
    unmount();
    service.answers(
      'get',
      '/ai/v1/capabilities',
      dataOf({ images: false, transcription: true, speech: null }),
    );
    await show(<Inside />, { role: 'member', at: '/chat/whole' });
    expect(await screen.findByRole('link', { name: 'Transcribe' })).toBeVisible();
  });

  it('takes the focus when the pressed link disappears with its screen', async () => {
    const { user } = await show(<Inside />, { role: 'member', at: '/chat/first' });
    await user.click(screen.getByRole('link', { name: 'Next' }));
    expect(screen.getByRole('heading', { name: 'second' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });

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

  it('lists its shortcuts with ?, and from the menu of the account', async () => {
    const { user } = await show(<Inside />, { role: 'member', at: '/chat/whole' });
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText('Stop the answer')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: USER.name }));
    await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});
