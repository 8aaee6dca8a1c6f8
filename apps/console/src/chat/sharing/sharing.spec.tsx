import { screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import { DONE, dataOf } from '../../../testing/service';
import { service, show } from '../../../testing/show';
import { ConversationMenu } from '../conversations/conversation-menu';
import { SharedChatScreen } from './shared-chat-screen';
import type { Share, SharedChatPage } from './use-share';

const SHARE_OF_CHAT = '/ai/v1/sessions/{session_id}/share';
const SHARED = '/ai/v1/shares/{share_id}';
const at = '2026-01-15T09:30:00.000Z';
const DAY_MS = 86_400_000;
const SHARE: Share = {
  share_id: 'link',
  originals: false,
  turns: 3,
  partly_hidden: 0,
  created_at: at,
  expires_at: '2026-01-22T09:30:00.000Z',
};
const CHAT: SharedChatPage['chat'] = {
  name: 'Write to Jan Weber',
  shared_by: 'hans@firma.de',
  originals: false,
  created_at: at,
  expires_at: SHARE.expires_at,
};
const TURN: SharedChatPage['data'][number] = {
  response_type: 'text',
  model: 'large',
  created_at: at,
  prompt: 'Write to Jan Weber',
  response: 'Dear **Jan Weber**',
  replacements: [{ start: 9, end: 18, kind: 'Names' }],
};

const kinds = (share_originals: boolean) =>
  service.answers('get', '/ai/v1/kinds', { ...dataOf([]), allow_unprotected: true, share_originals });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Share this conversation' }));

/** Opens the dialog of sharing from the menu of a conversation. */
async function open() {
  const menu = (
    <ConversationMenu id="letter" name="Letter" isCurrent={false} isPinned={false} onPin={() => undefined} />
  );
  const { user } = await show(menu, { role: 'member' });
  await user.click(screen.getByRole('button', { name: 'Actions for Letter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share' }));
  return user;
}

describe('the sharing of a conversation', () => {
  beforeEach(() => kinds(false));

  it('creates a link with replacements, and says what readers see', async () => {
    service.refuses('get', SHARE_OF_CHAT, { status: 404, code: 'not_found' });
    service.answers('post', SHARE_OF_CHAT, dataOf(SHARE));
    const user = await open();
    const shown = await dialog();
    expect(await shown.findByText(/Readers see replacements instead of your values/)).toBeVisible();
    expect(shown.queryByRole('checkbox')).toBeNull();
    await user.selectOptions(shown.getByLabelText('Valid for'), '1 day');
    await user.click(shown.getByRole('button', { name: 'Create link' }));
    expect(await shown.findByLabelText('Link')).toHaveValue('http://localhost/shared/link');
    const [body] = service.bodies('post', '/ai/v1/sessions/letter/share') as { expires_at: string }[];
    expect(body).toMatchObject({ originals: false });
    const ms = new Date(body!.expires_at).getTime() - Date.now();
    expect([ms > DAY_MS / 2, ms <= DAY_MS]).toEqual([true, true]);
  });

  it('offers the original values only if the policy allows it, with a warning', async () => {
    kinds(true);
    service.refuses('get', SHARE_OF_CHAT, { status: 404, code: 'not_found' });
    service.answers('post', SHARE_OF_CHAT, dataOf({ ...SHARE, originals: true }));
    const user = await open();
    const shown = await dialog();
    await user.click(await shown.findByRole('checkbox', { name: 'Show the original values' }));
    expect(shown.getByText(/has the link sees your values/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Create link' }));
    expect(await shown.findByText('original values')).toBeVisible();
    expect(service.bodies('post', '/ai/v1/sessions/letter/share')).toMatchObject([{ originals: true }]);
  });

  it('shows the link of a conversation, warns of values that were sent, and ends it', async () => {
    service.answers('get', SHARE_OF_CHAT, dataOf({ ...SHARE, partly_hidden: 2 }));
    service.answers('delete', SHARE_OF_CHAT, DONE);
    const user = await open();
    const shown = await dialog();
    expect(await shown.findByText(/In 2 messages, not everything was hidden/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'End sharing' }));
    expect(await shown.findByRole('button', { name: 'Create link' })).toBeVisible();
  });

  it('replaces the link by one to the present messages', async () => {
    service.answers('get', SHARE_OF_CHAT, dataOf(SHARE));
    service.answers('post', SHARE_OF_CHAT, dataOf({ ...SHARE, share_id: 'other' }));
    const user = await open();
    const shown = await dialog();
    await user.click(await shown.findByRole('button', { name: 'Create a new link' }));
    expect(shown.getByText('The present link ends then.')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(shown.getByLabelText('Link')).toHaveValue('http://localhost/shared/other'));
  });

  it('says why the link cannot be shown', async () => {
    service.refuses('get', SHARE_OF_CHAT, { status: 500, code: 'internal' });
    await open();
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });
});

describe('a shared conversation', () => {
  const read = () =>
    show(<Route path="/shared/:id">{({ id }) => <SharedChatScreen id={id!} />}</Route>, {
      role: 'member',
      at: '/shared/link',
    });
  const pageOfChat = (turns: SharedChatPage['data'], next_cursor: string | null = null) => ({
    ...DONE,
    chat: CHAT,
    data: turns,
    next_cursor,
  });

  it('is shown as loading', async () => {
    service.waits('get', SHARED);
    await read();
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if it is no longer shared, with a way on', async () => {
    service.refuses('get', SHARED, { status: 404, code: 'not_found' });
    await read();
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
    expect(screen.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/chat');
  });

  it('says who shared it and what is shown, and has all its messages', async () => {
    const image = { ...TURN, response_type: 'image' as const, prompt: 'A bicycle', response: '/image' };
    service.answers('get', SHARED, ({ query }) =>
      query.cursor === '1' ? pageOfChat([{ ...image, replacements: [] }]) : pageOfChat([TURN], '1'),
    );
    const { user } = await read();
    expect(await screen.findByRole('heading', { name: CHAT.name })).toBeVisible();
    expect(screen.getByText(/^hans@firma.de shared this conversation/)).toBeVisible();
    expect(screen.getByText(/as the model provider saw it/)).toBeVisible();
    expect(screen.getByTitle('Name')).toHaveTextContent('Jan Weber');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('img', { name: 'Image: A bicycle' })).toHaveAttribute('src', '/image');
  });
});
