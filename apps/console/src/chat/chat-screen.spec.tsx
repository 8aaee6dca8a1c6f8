import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { Route } from 'wouter';
import type { Schemas } from '../api/client';
import type { Case } from '../cases/use-cases';
import { LETTER, NORDWERK } from '../../testing/samples';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { downloads, enter, service, show, USER } from '../../testing/show';
import { setPreferences, setWishes } from '../preferences';
import { Sidebar } from '../shell/sidebar';
import { ChatScreen } from './chat-screen';
import { changeWork, openWork, workKeyOf } from './work/work';

const SESSIONS = '/ai/v1/sessions';
const HISTORY = '/ai/v1/history/{chat_id}';
const CHAT = '/ai/v1/chat';
const TITLE = '/ai/v1/chat/{chat_id}/title';
const PREVIEW = '/ai/v1/preview';
const CASES = '/ai/v1/cases';
const SEARCH = '/ai/v1/sessions/search';
type Turn = Schemas['PromptEntryDto'];
type Conversation = Schemas['ListedSessionDto'];

const at = '2026-01-15T09:30:00.000Z';
const TURN: Turn = {
  responseType: 'text',
  originalPrompt: 'Write to Hans Müller.',
  anonymizedPrompt: 'Write to Jan Weber.',
  response: 'Dear Jan Weber',
  replacedResponse: 'Dear Hans Müller',
  createdAt: at,
  model: 'large',
  replacements: [{ start: 9, end: 18, kind: 'Names', original: 'Hans Müller' }],
  sentBeside: { turns: 0, passages: 2, systemPrompt: false },
  docs: ['contract'],
  docNames: ['contract.pdf'],
};
const historyOf = (...prompts: Turn[]) => ({
  ...dataOf({ anonymized_values: {}, prompts }),
  response_code: 200 as const,
  next_cursor: null,
});
const eventsOf = (...events: readonly (readonly [string, object])[]) =>
  new Response(events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream', 'X-Protection': 'all' },
  });
const NAMES = {
  kind: 'Names' as const,
  placeholder: 'NAME',
  languages: ['en'],
  in_all: true,
  default: true,
  mode: 'asked' as const,
  fixed: false,
};
const foundIn = (text: string, word: string, mode: 'asked' | 'block' = 'asked') => {
  const start = text.indexOf(word);
  return { start, end: start + word.length, kind: 'Names' as const, mode };
};

const open = async (path: string) =>
  show(<Route path="/chat/:id?">{({ id }) => <ChatScreen chatId={id} />}</Route>, {
    role: 'member',
    at: path,
  });
const list = () => within(screen.getByRole('navigation', { name: 'Conversations' }));
const thread = () => within(screen.getByRole('log', { name: 'Conversation' }));

beforeEach(() => {
  sessionStorage.clear();
  setWishes({ showSent: false });
  setPreferences({ tour: 'closed' });
  openWork(USER.id);
  service
    .answers('get', SESSIONS, pageOf([LETTER]) as never)
    .answers('get', '/ai/v1/models', dataOf([{ id: 'large' }]) as never)
    .answers('get', '/ai/v1/kinds', { ...dataOf([NAMES]), allow_unprotected: true, share_originals: false })
    .answers('get', HISTORY, historyOf(TURN))
    .answers('post', SEARCH, { ...pageOf<never>([]), searched_until: null })
    .answers('get', CASES, pageOf<Case>([]))
    .answers('get', '/ai/v1/capabilities', dataOf({ images: true, transcription: true, speech: null }))
    .answers('post', TITLE, dataOf({ name: LETTER.name }))
    .answers('post', PREVIEW, dataOf<never[]>([]));
});
afterEach(() => openWork(undefined));

describe('the list of conversations', () => {
  it('is shown as loading', async () => {
    service.waits('get', SESSIONS);
    await open('/chat');
    expect(list().getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are no conversations', async () => {
    service.answers('get', SESSIONS, pageOf<Conversation>([]));
    await open('/chat');
    expect(await list().findByText('Your conversations will appear here.')).toBeVisible();
  });

  it('says why it cannot be shown', async () => {
    service.refuses('get', SESSIONS, { status: 500, code: 'internal' });
    await open('/chat');
    expect(await list().findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });

  it('is searched by name', async () => {
    service.answers('get', SESSIONS, pageOf([LETTER, { ...LETTER, id: 'plan', name: 'A plan' }]));
    const { user } = await open('/chat');
    await list().findByRole('link', { name: 'A plan' });
    await enter(user, list().getByRole('searchbox'), 'CUSTOMER');
    expect(list().queryByRole('link', { name: 'A plan' })).toBeNull();
    expect(list().getByRole('link', { name: LETTER.name })).toBeVisible();
    await enter(user, list().getByRole('searchbox'), ' nowhere');
    expect(await list().findByText('All messages were searched.')).toBeVisible();
    expect(list().getByText('Nothing found.')).toBeVisible();
  });

  it('shows pinned conversations first, and pins one in its menu', async () => {
    service.answers(
      'get',
      SESSIONS,
      pageOf([{ ...LETTER, id: 'plan', name: 'A plan', pinned: true }, LETTER]),
    );
    service.answers('put', '/ai/v1/sessions/{session_id}/pin', DONE);
    const { user } = await open('/chat');
    await list().findByRole('link', { name: 'A plan' });
    expect(
      list()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pinned', 'A plan', 'January 2026', LETTER.name]);
    await user.click(list().getByRole('button', { name: 'Actions for A plan' }));
    expect(screen.getByRole('menuitem', { name: 'Unpin' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(list().getByRole('button', { name: `Actions for ${LETTER.name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
    await waitFor(() =>
      expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toContain(
        'PUT /ai/v1/sessions/letter/pin',
      ),
    );
  });

  it('is searched in messages too, step by step, and a result leads to its turn', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    const turn = { created_at: at, excerpt: 'Write to Hans Müller.' };
    service.answers('post', SEARCH, ({ body }) => ({
      ...DONE,
      data: (body as { cursor?: string }).cursor
        ? [{ id: 'letter', name: LETTER.name, last_used_at: at, case_id: null, turn }]
        : [{ id: 'named', name: 'müller', last_used_at: at, case_id: null }],
      searched_until: at,
      next_cursor: (body as { cursor?: string }).cursor ? null : 'next',
    }));
    const { user } = await open('/chat');
    await enter(user, await list().findByRole('searchbox'), 'MÜLLER');
    expect(await list().findByText(/^Searched back to Jan/)).toBeVisible();
    await user.click(list().getByRole('button', { name: 'Search older messages' }));
    const found = await list().findByRole('link', { name: /Write to Hans Müller/ });
    expect(within(found).getByText('Müller').tagName).toBe('MARK');
    expect(list().queryByText('Nothing found.')).toBeNull();
    expect(service.bodies('post', SEARCH)).toEqual([{ text: 'MÜLLER' }, { text: 'MÜLLER', cursor: 'next' }]);
    await user.click(found);
    await waitFor(() => expect(scrolled).toHaveBeenCalled());
    expect(location.pathname + location.search).toBe(`/chat/letter?turn=${encodeURIComponent(at)}`);
    expect(thread().getByRole('article')).toHaveClass('found');
  });

  it('marks the conversations with a text that was not sent, but the open one', async () => {
    const [first, second] = ['a', 'b'].map((id) => ({ ...LETTER, id, name: id }));
    service.answers('get', SESSIONS, pageOf([first!, second!]));
    for (const id of ['a', 'b']) changeWork(workKeyOf(id), { draft: 'Not yet' });
    await open('/chat/a');
    const rowOf = async (name: string) => (await list().findByRole('link', { name })).closest('li');
    expect(await rowOf('b')).toHaveTextContent('Draft');
    expect(await rowOf('a')).not.toHaveTextContent('Draft');
    act(() => changeWork(workKeyOf('b'), { draft: '' }));
    expect(await rowOf('b')).not.toHaveTextContent('Draft');
  });

  it('groups conversations by when they were last used', async () => {
    const used = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    service.answers(
      'get',
      SESSIONS,
      pageOf([
        { ...LETTER, id: 'new', name: 'A new one', last_used_at: used(0) },
        { ...LETTER, id: 'newer', name: 'Another one', last_used_at: used(0) },
        { ...LETTER, last_used_at: used(1) },
        { ...LETTER, id: 'old', name: 'An old one', last_used_at: '2020-05-15T09:30:00.000Z' },
      ]),
    );
    await open('/chat');
    await list().findByRole('link', { name: 'A new one' });
    const entries = list().getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Today',
      'A new one',
      'Another one',
      'Yesterday',
      LETTER.name,
      'May 2020',
      'An old one',
    ]);
  });

  it.each([
    [
      false,
      'Letter to a customer.md',
      ['# Letter to a customer', 'Write to Hans Müller.', 'Dear Hans Müller'],
    ],
    [true, 'Conversation.md', ['# Conversation', 'Write to Jan Weber.', 'Dear Jan Weber']],
  ])('downloads a conversation as Markdown (with replacements: %s)', async (isHidden, file, texts) => {
    const write = jest.spyOn(URL, 'createObjectURL');
    const { user } = await open('/chat');
    await user.click(await list().findByRole('button', { name: `Actions for ${LETTER.name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Download' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Download this conversation?' }));
    await user.selectOptions(dialog.getByLabelText('Format'), 'Markdown (.md)');
    if (isHidden) await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(downloads).toEqual([file]));
    const content = await (write.mock.calls[0]![0] as Blob).text();
    for (const text of texts) expect(content).toContain(text);
    expect(content.includes('Hans Müller')).toBe(!isHidden);
    expect(content.includes('contract.pdf')).toBe(!isHidden);
  });

  it('downloads a conversation for word processors, and prints it', async () => {
    const write = jest.spyOn(URL, 'createObjectURL');
    const { user } = await open('/chat');
    const begin = async (format: string) => {
      await user.click(await list().findByRole('button', { name: `Actions for ${LETTER.name}` }));
      await user.click(screen.getByRole('menuitem', { name: 'Download' }));
      const dialog = within(screen.getByRole('dialog'));
      await user.selectOptions(dialog.getByLabelText('Format'), format);
      return dialog;
    };
    const word = await begin('Word (.docx)');
    await user.click(word.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(downloads).toEqual(['Letter to a customer.docx']));
    const parts = unzipSync(new Uint8Array(await (write.mock.calls[0]![0] as Blob).arrayBuffer()));
    expect(strFromU8(parts['word/document.xml']!)).toContain('Dear Hans Müller');
    const printed = jest.fn(() => {
      const { textContent } = document.querySelector('.print-only')!;
      dispatchEvent(new Event('afterprint'));
      return [document.title, textContent];
    });
    globalThis.print = printed;
    const pdf = await begin('PDF, by printing');
    expect(pdf.getByText(/Save as PDF/)).toBeVisible();
    await user.click(pdf.getByRole('button', { name: 'Print …' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(printed).toHaveReturnedWith([LETTER.name, expect.stringContaining('Dear Hans Müller')]);
    expect(document.querySelector('.print-only')).toBeNull();
    expect(document.title).toBe('Chat · privacy-chat');
  });

  it('deletes a conversation only after a confirmation that names it', async () => {
    service.answers('delete', '/ai/v1/delete-session/{session_id}', DONE);
    const { user } = await open('/chat');
    await user.click(await list().findByRole('button', { name: `Actions for ${LETTER.name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this conversation?' }));
    expect(dialog.getByText(/“Letter to a customer” will be permanently deleted/)).toBeVisible();
    service.answers('get', SESSIONS, pageOf<Conversation>([]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await list().findByText('Your conversations will appear here.')).toBeVisible();
  });
});

describe('a new user', () => {
  beforeEach(() => {
    setWishes({ showSent: undefined as never });
    setPreferences({ tour: undefined as never });
  });

  it('takes a tour of three steps, which does not appear again after it was closed', async () => {
    const first = await open('/chat');
    const tour = within(await screen.findByRole('region', { name: 'Tour' }));
    for (const [part, step] of [
      ['write', 'Step 1 of 3'],
      ['protection', 'Step 2 of 3'],
      ['saw', 'Step 3 of 3'],
    ] as const) {
      expect(tour.getByText(step)).toBeVisible();
      expect(document.documentElement.dataset.tour).toBe(part);
      if (part !== 'saw') await first.user.click(tour.getByRole('button', { name: 'Next' }));
      if (part !== 'saw') expect(tour.getByRole('heading')).toHaveFocus();
    }
    await first.user.click(tour.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
    expect(document.documentElement.dataset.tour).toBeUndefined();
    first.unmount();
    await open('/chat');
    await list().findByRole('link', { name: LETTER.name });
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
  });

  it('sees what the provider saw in the first three conversations, until they choose otherwise', async () => {
    const { user } = await open('/chat/letter');
    expect(await thread().findByRole('group', { name: 'What the provider saw' })).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Show what the provider saw' }));
    expect(thread().queryByRole('group', { name: 'What the provider saw' })).toBeNull();
  });

  it('is not new any more with more conversations', async () => {
    service.answers('get', SESSIONS, pageOf(['a', 'b', 'c', 'd'].map((id) => ({ ...LETTER, id, name: id }))));
    await open('/chat/a');
    await list().findByRole('link', { name: 'd' });
    await thread().findByText('Dear Hans Müller');
    expect(thread().queryByRole('group', { name: 'What the provider saw' })).toBeNull();
  });
});

describe('an admin of an organization without a policy', () => {
  const openAs = async (role: 'admin' | 'member', version: number) => {
    const policy = { version, created_at: null, policy: {} };
    if (role === 'admin') service.answers('get', '/admin/v1/policy', dataOf(policy));
    const page = await show(<ChatScreen chatId={undefined} />, { role, at: '/chat' });
    await list().findByRole('link', { name: LETTER.name });
    return page;
  };
  const proposal = () => screen.queryByRole('link', { name: 'Look at the preset “Office”' });

  it('is offered a preset, which opens as a draft', async () => {
    await openAs('admin', 0);
    await waitFor(() => expect(proposal()).toHaveAttribute('href', '/privacy?preset=office'));
    expect(screen.getByText(/personal data is hidden on request only/)).toBeVisible();
  });

  it.each([
    ['admin', 1],
    ['member', 0],
  ] as const)('is the only one: none is offered to a %s at version %i', async (role, version) => {
    await openAs(role, version);
    await waitFor(() =>
      expect(service.requests.some(({ path }) => path === '/admin/v1/policy')).toBe(role === 'admin'),
    );
    expect(proposal()).toBeNull();
  });
});

describe('a conversation', () => {
  it('is empty at first: it explains what happens to personal data and offers an example', async () => {
    const { user } = await open('/chat');
    expect(
      screen.getByText(/Personal data that is found is replaced before a message is sent/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try an example' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toMatch(/^Write to Hans Müller/);
    expect(screen.getByLabelText('Your message')).toHaveFocus();
  });

  it('is shown as loading', async () => {
    service.waits('get', HISTORY);
    await open('/chat/letter');
    expect(thread().getByRole('status')).toHaveTextContent('Loading');
  });

  it('says why it cannot be shown', async () => {
    service.refuses('get', HISTORY, { status: 404, code: 'not_found' });
    await open('/chat/letter');
    expect(await thread().findByRole('alert')).toHaveTextContent('This content does not exist any more');
  });

  it('shows prompts and answers, and on request what the provider saw', async () => {
    const { user } = await open('/chat/letter');
    expect(await thread().findByText('Write to Hans Müller.')).toBeVisible();
    expect(thread().getByText('Dear Hans Müller')).toBeVisible();
    expect(thread().queryByText(/Jan Weber/)).toBeNull();
    await user.click(await thread().findByRole('button', { name: /What the provider saw/ }));
    const sent = within(thread().getByRole('group', { name: 'What the provider saw' }));
    expect(sent.getByText('Jan Weber')).toHaveAccessibleName('Jan Weber: Name, stands for Hans Müller');
    expect(sent.getByText('1 value replaced · Also sent: 2 passages of documents')).toBeVisible();
  });

  it('counts the values of a turn in the prompt and in what was sent with it', async () => {
    const sentBeside = { turns: 0, passages: 2, systemPrompt: false, replaced: 47 };
    service.answers('get', HISTORY, historyOf({ ...TURN, sentBeside }));
    const { user } = await open('/chat/letter');
    const button = await thread().findByRole('button', { name: /What the provider saw/ });
    expect(button).toHaveTextContent('48');
    await user.click(button);
    expect(thread().getByText(/^48 values replaced/)).toBeVisible();
  });

  it.each([
    [{ finishReason: 'length' }, 'The answer was truncated'],
    [{ stopped: true }, 'You stopped this answer.'],
    [{ protection: 'off' }, 'Sent without protection'],
    [{ protection: 'some' }, 'Sent partly protected'],
  ] as const)('notes on a turn with %j: %s', async (change, note) => {
    service.answers('get', HISTORY, historyOf({ ...TURN, ...change }));
    await open('/chat/letter');
    expect(await thread().findByText(new RegExp(note))).toBeVisible();
  });
});

describe('a message', () => {
  const text = 'Write to Hans Müller.';

  it('shows what will be hidden; a false match can stay unchanged', async () => {
    service.answers('post', PREVIEW, dataOf([foundIn(text, 'Hans Müller')]));
    const { user } = await open('/chat');
    await enter(user, screen.getByLabelText('Your message'), text);
    const preview = within(await screen.findByRole('group', { name: 'Will be hidden' }));
    expect(preview.getByText('Hans Müller')).toBeVisible();
    service.answers('post', PREVIEW, dataOf<never[]>([]));
    await user.click(preview.getByRole('button', { name: 'Leave “Hans Müller” unchanged' }));
    expect(await preview.findByText('not hidden')).toBeVisible();
    expect(screen.getByText('Not hidden:')).toBeVisible();
  });

  it.each([
    ['Protected', 'Partly protected', false],
    ['Not protected', 'Not protected', true],
  ])('is %s, and is called %s everywhere if a value of it stays unhidden', async (at, then, isOff) => {
    const key = workKeyOf(undefined);
    changeWork(key, { draft: text, isUnprotected: isOff });
    const { user } = await open('/chat');
    const shield = () => screen.getByRole('button', { name: /rotected$/ });
    await waitFor(() => expect(shield()).toHaveTextContent(at));
    act(() => changeWork(key, { kept: ['Hans Müller'] }));
    expect(shield()).toHaveTextContent(then);
    const bar = within(screen.getByText('Not hidden:').closest('div')!);
    expect(bar.getByText(then)).toBeVisible();
    await user.click(shield());
    const except = screen.queryByText(/Values that you leave unchanged are not replaced/);
    expect(except === null).toBe(isOff);
  });

  it('has the language that is guessed from it, which the user can overrule', async () => {
    service.on('post', CHAT, () => eventsOf(['result', { session_id: 'letter' }]));
    const { user } = await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    const language = screen.getByLabelText('Language of the text');
    expect(language).toHaveDisplayValue('English (automatic)');
    await enter(user, screen.getByLabelText('Your message'), 'Schreib an Herrn Weber und die Firma.');
    expect(language).toHaveDisplayValue('German (automatic)');
    await waitFor(() => expect(service.bodies('post', PREVIEW).at(-1)).toMatchObject({ lang: 'auto' }));
    await user.selectOptions(language, 'Dutch');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(service.bodies('post', CHAT)).toMatchObject([{ lang: 'nl' }]));
  });

  it('cannot be sent with a value that the organization does not allow', async () => {
    service.answers('post', PREVIEW, dataOf([foundIn(text, 'Hans Müller', 'block')]));
    const { user } = await open('/chat');
    await enter(user, screen.getByLabelText('Your message'), text);
    expect(await screen.findByRole('alert')).toHaveTextContent('does not allow this to be sent: Name.');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  });

  it('is answered step by step, and then shown as it is stored', async () => {
    let finish = (): void => undefined;
    service.on('post', CHAT, () => {
      const encoder = new TextEncoder();
      const write = (event: string, data: object) =>
        encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(write('start', { session_id: 'letter' }));
          controller.enqueue(write('delta', { text: 'Dear Hans' }));
          finish = () => {
            controller.enqueue(write('result', { session_id: 'letter' }));
            controller.close();
          };
        },
      });
      return new Response(body, { headers: { 'X-Protection': 'all' } });
    });
    const { user } = await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), text);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await thread().findByText('Dear Hans')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    expect(screen.getByLabelText('Your message')).toHaveValue('');
    finish();
    expect(await thread().findByText('Dear Hans Müller')).toBeVisible();
    expect(location.pathname).toBe('/chat/letter');
    expect(service.bodies('post', CHAT)).toMatchObject([{ prompt: text, choices: ['All'], model: 'large' }]);
  });

  it('names a new conversation after its answer', async () => {
    service
      .on('post', CHAT, () => eventsOf(['result', { session_id: 'letter' }]))
      .on('post', TITLE, () => {
        service.answers('get', SESSIONS, pageOf([{ ...LETTER, name: 'A short title' }]));
        return Response.json(dataOf({ name: 'A short title' }));
      });
    const { user } = await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), text);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await list().findByRole('link', { name: 'A short title' })).toBeVisible();
  });

  it('does not name a conversation again', async () => {
    service.on('post', CHAT, () => eventsOf(['result', { session_id: 'letter' }]));
    const { user } = await open('/chat/letter');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), 'Again');
    const newest = { ...TURN, originalPrompt: 'Again', createdAt: '2026-01-15T09:31:00.000Z' };
    service.answers('get', HISTORY, historyOf(newest));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await thread().findByText('Again')).toBeVisible();
    await screen.findByRole('button', { name: 'Send' });
    expect(service.bodies('post', '/ai/v1/chat/letter/title')).toEqual([]);
  });

  it('leaves the name of a new conversation as it is if there is no title', async () => {
    service
      .on('post', CHAT, () => eventsOf(['result', { session_id: 'letter' }]))
      .refuses('post', TITLE, { status: 502, code: 'provider_unreachable' });
    const { user } = await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), text);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(service.bodies('post', '/ai/v1/chat/letter/title')).toHaveLength(1));
    expect(list().getByRole('link', { name: LETTER.name })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays with the reason if it fails, says whether it was sent, and can be sent again or edited', async () => {
    service.on('post', CHAT, () =>
      Response.json(
        {},
        { status: 502, headers: { 'X-Error-Code': 'provider_unreachable', 'X-Prompt-Sent': 'false' } },
      ),
    );
    const { user } = await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), text);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    const alert = await thread().findByRole('alert');
    expect(alert).toHaveTextContent('The provider is unreachable.');
    expect(alert).toHaveTextContent('Nothing was sent to the provider.');
    service.on('post', CHAT, () => eventsOf(['error', { code: 'provider_broke_off', prompt_sent: true }]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(thread().getByRole('alert')).toHaveTextContent('The provider ended its answer early.'),
    );
    expect(thread().getByRole('alert')).toHaveTextContent(
      'The provider received your message. Personal data',
    );
    await user.click(thread().getByRole('button', { name: 'Edit and send again' }));
    expect(screen.getByLabelText('Your message')).toHaveValue(text);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that failed is folded above the turns that follow it, and can be opened and sent again there', async () => {
    const fail = () => eventsOf(['error', { code: 'provider_broke_off', prompt_sent: true }]);
    const later = { ...TURN, originalPrompt: 'Second', replacedResponse: 'Third time lucky' };
    service.on('post', CHAT, fail);
    const { user } = await open('/chat/letter');
    await thread().findByText('Dear Hans Müller');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), 'First');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await thread().findByRole('alert');
    service.on('post', CHAT, () => eventsOf(['result', { session_id: 'letter' }]));
    service.answers('get', HISTORY, historyOf({ ...later, createdAt: '2026-01-15T09:40:00.000Z' }));
    await enter(user, screen.getByLabelText('Your message'), 'Second');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    const answer = await thread().findByText('Third time lucky');
    const folded = thread().getByText('Not answered: First');
    expect(folded.compareDocumentPosition(thread().getByText('Dear Hans Müller'))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
    expect(folded.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(thread().queryByRole('alert')).toBeNull();
    await user.click(folded);
    service.on('post', CHAT, fail);
    await user.click(await thread().findByRole('button', { name: 'Try again' }));
    const alert = await thread().findByRole('alert');
    expect(answer.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(thread().queryByText('Not answered: First')).toBeNull();
  });

  it('is sent without protection only after a confirmation, which the page shows until protection is on', async () => {
    const { user } = await open('/chat');
    await user.click(screen.getByRole('button', { name: 'Protected' }));
    await user.click(await screen.findByRole('button', { name: 'Turn protection off' }));
    const dialog = within(screen.getByRole('dialog', { name: /Turn protection off for this conversation/ }));
    await user.click(dialog.getByRole('button', { name: 'Turn protection off' }));
    expect(await screen.findByText('Nothing is hidden.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Turn protection on' }));
    expect(screen.queryByText('Nothing is hidden.')).toBeNull();
  });
});

describe('versions of a turn', () => {
  const REGENERATE = '/ai/v1/chat/{chat_id}/regenerate';
  const first: Turn = { ...TURN, turnId: 'one', versions: ['one'] };
  const second: Turn = {
    ...first,
    originalPrompt: 'Make it shorter.',
    replacedResponse: 'Hello Hans Müller',
    createdAt: '2026-01-15T09:31:00.000Z',
    turnId: 'two',
    versions: ['two'],
  };
  const other: Turn = {
    ...first,
    replacedResponse: 'Good day, Hans Müller',
    createdAt: '2026-01-15T09:32:00.000Z',
    turnId: 'other',
    versions: ['one', 'other'],
  };
  const isShown = (text: string) => expect(thread().findByText(text)).resolves.toBeVisible();
  const regenerate = async () => (await thread().findAllByRole('button', { name: /^Generate again/ }))[0]!;

  beforeEach(() => service.answers('get', HISTORY, historyOf(first, second)));

  it('are made by generating an answer again with the chosen model', async () => {
    const { user } = await open('/chat/letter');
    await screen.findByRole('option', { name: 'large' });
    service.on('post', REGENERATE, () => eventsOf(['result', { session_id: 'letter' }]));
    const button = await regenerate();
    service.answers('get', HISTORY, historyOf(other));
    await user.click(button);
    await isShown('Good day, Hans Müller');
    expect(service.bodies('post', '/ai/v1/chat/letter/regenerate')).toEqual([
      { turn_id: 'one', model: 'large' },
    ]);
    expect(thread().queryByText('Make it shorter.')).toBeNull();
    expect(thread().getByText('Version 2 of 2')).toBeInTheDocument();
  });

  it('are shown again with the turns that followed them, and the focus stays', async () => {
    service.answers('get', HISTORY, historyOf(other)).answers('post', '/ai/v1/chat/{chat_id}/version', DONE);
    const { user } = await open('/chat/letter');
    await isShown('Good day, Hans Müller');
    service.answers('get', HISTORY, historyOf({ ...first, versions: ['one', 'other'] }, second));
    await user.click(thread().getByRole('button', { name: 'Previous version' }));
    await isShown('Hello Hans Müller');
    expect(service.bodies('post', '/ai/v1/chat/letter/version')).toEqual([{ turn_id: 'one' }]);
    expect(thread().getByRole('button', { name: 'Previous version' })).toHaveFocus();
    expect(thread().getByText('Version 1 of 2')).toBeInTheDocument();
  });

  it('are made by editing a message in the composer, and the draft returns', async () => {
    const { user } = await open('/chat/letter');
    const input = screen.getByLabelText('Your message');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, input, 'A draft');
    await user.click((await thread().findAllByRole('button', { name: 'Edit message' }))[0]!);
    expect(input).toHaveValue('Write to Hans Müller.');
    expect(input).toHaveFocus();
    expect(screen.getByText(/You are editing a message that you sent/)).toBeVisible();
    service.on('post', REGENERATE, () => eventsOf(['result', { session_id: 'letter' }]));
    service.answers('get', HISTORY, historyOf({ ...other, originalPrompt: 'Write to Hans Müller. Now.' }));
    await enter(user, input, ' Now.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await isShown('Good day, Hans Müller');
    expect(service.bodies('post', '/ai/v1/chat/letter/regenerate')).toEqual([
      {
        turn_id: 'one',
        model: 'large',
        prompt: 'Write to Hans Müller. Now.',
        lang: 'auto',
        keep: [],
        hide: [],
        choices: ['All'],
      },
    ]);
    expect(input).toHaveValue('A draft');
  });

  it('are not made if the edit is cancelled: the draft returns', async () => {
    const { user } = await open('/chat/letter');
    const input = screen.getByLabelText('Your message');
    await enter(user, input, 'A draft');
    await user.click((await thread().findAllByRole('button', { name: 'Edit message' }))[0]!);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(input).toHaveValue('A draft');
    expect(input).toHaveFocus();
    expect(screen.queryByText(/You are editing/)).toBeNull();
  });

  it('leave the conversation as it is if the provider fails', async () => {
    const { user } = await open('/chat/letter');
    await screen.findByRole('option', { name: 'large' });
    service.refuses('post', REGENERATE, { status: 502, code: 'provider_unreachable' });
    await user.click(await regenerate());
    expect(await thread().findByRole('alert')).toHaveTextContent('The provider is unreachable.');
    expect(thread().getByText('Make it shorter.')).toBeVisible();
    await user.click(thread().getByRole('button', { name: 'Keep the previous version' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Your message')).toHaveFocus();
  });
});

describe('the link to the chat in the navigation', () => {
  it('leads to the conversation that was open last, with its draft, until that is deleted', async () => {
    const page = () =>
      show(
        <>
          <Sidebar onShortcuts={() => undefined} />
          <Route path="/chat/:id?">{({ id }) => <ChatScreen chatId={id} />}</Route>
          <Route path="/anonymize">Another screen</Route>
        </>,
        { role: 'member', at: '/chat/letter' },
      );
    service.answers('delete', '/ai/v1/delete-session/{session_id}', DONE);
    const { user } = await page();
    const link = () => screen.getByRole('link', { name: 'Chat' });
    await thread().findByText('Dear Hans Müller');
    await enter(user, screen.getByLabelText('Your message'), 'Not yet');
    await user.click(screen.getByRole('link', { name: 'Anonymize' }));
    expect(screen.getByText('Another screen')).toBeVisible();
    await user.click(link());
    expect(location.pathname).toBe('/chat/letter');
    expect(await screen.findByLabelText('Your message')).toHaveValue('Not yet');
    await user.click(list().getByRole('link', { name: 'New conversation' }));
    expect(link()).toHaveAttribute('href', '/chat');
    await user.click(await list().findByRole('link', { name: LETTER.name }));
    expect(link()).toHaveAttribute('href', '/chat/letter');
    await user.click(list().getByRole('button', { name: `Actions for ${LETTER.name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(link()).toHaveAttribute('href', '/chat'));
  });
});

describe('keys and the focus', () => {
  const input = () => screen.getByLabelText('Your message');

  it('lead to a new conversation, to the search and to the last message', async () => {
    const { user } = await open('/chat/letter');
    await thread().findByText('Write to Hans Müller.');
    await user.keyboard('{Control>}k{/Control}');
    expect(list().getByRole('searchbox')).toHaveFocus();
    await user.click(input());
    await user.keyboard('{ArrowUp}');
    expect(input()).toHaveValue('Write to Hans Müller.');
    await user.keyboard('{Control>}{Shift>}O{/Shift}{/Control}');
    expect(location.pathname).toBe('/chat');
    expect(input()).toHaveFocus();
    expect(input()).toHaveValue('');
    await user.keyboard('{ArrowUp}');
    expect(input()).toHaveValue('');
  });

  it('stop a running answer, and leave it running while a dialog is open', async () => {
    let end = (): void => undefined;
    service.on('post', CHAT, () => new Promise((_, reject) => (end = () => reject(new Error('aborted')))));
    const { user } = await open('/chat/letter');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, input(), 'Once more');
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Stop' });
    await user.click(list().getByRole('button', { name: `Actions for ${LETTER.name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    act(() => end());
    expect(await screen.findByRole('button', { name: 'Send' })).toBeVisible();
    expect(input()).toHaveValue('Once more');
  });

  it('enter a line feed with Enter on a touch screen', async () => {
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) => ({ matches: query.includes('coarse') }) as MediaQueryList);
    const { user } = await open('/chat/letter');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, input(), 'Dear');
    await user.keyboard('{Enter}');
    expect(input()).toHaveValue('Dear\n');
    expect(service.bodies('post', CHAT)).toEqual([]);
  });

  it('stay on the page if an action removes its button', async () => {
    service
      .answers('post', PREVIEW, dataOf([foundIn('Ask Hans Müller.', 'Hans Müller')]))
      .answers('delete', '/ai/v1/delete-session/{session_id}', DONE);
    const { user } = await open('/chat');
    await user.click(list().getByRole('link', { name: 'New conversation' }));
    expect(input()).toHaveFocus();
    await enter(user, input(), 'Ask Hans Müller.');
    await user.click(await screen.findByRole('button', { name: 'Leave “Hans Müller” unchanged' }));
    expect(input()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: /Hans Müller not hidden/ }));
    expect(input()).toHaveFocus();
    await user.click(list().getByRole('button', { name: `Actions for ${LETTER.name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    service.answers('get', SESSIONS, pageOf<Conversation>([]));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await list().findByText('Your conversations will appear here.');
    await waitFor(() => expect(list().getByRole('searchbox')).toHaveFocus());
  });

  it('begin with a link to the message', async () => {
    await open('/chat');
    const target = screen.getByRole('link', { name: 'Skip to the message' }).getAttribute('href')!;
    expect(document.querySelector(target)).toBe(input());
  });
});

describe('features that the operator has not set up', () => {
  it('have no buttons', async () => {
    const buttons = () => [
      screen.queryByRole('button', { name: 'Create an image' }),
      screen.queryByRole('button', { name: 'Speak' }),
    ];
    const { unmount } = await open('/chat');
    await screen.findByRole('button', { name: 'Create an image' });
    expect(buttons()).not.toContain(null);
    unmount();
    service.answers(
      'get',
      '/ai/v1/capabilities',
      dataOf({ images: false, transcription: false, speech: null }),
    );
    await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    await waitFor(() =>
      expect(service.requests.filter(({ path }) => path === '/ai/v1/capabilities')).toHaveLength(2),
    );
    expect(buttons()).toEqual([null, null]);
  });
});

describe('a small screen', () => {
  it('shows a count of the found values that unfolds, and a button for a new conversation', async () => {
    service.answers('post', PREVIEW, dataOf([foundIn('Ask Hans Müller.', 'Hans Müller')]));
    const { user } = await open('/chat/letter');
    await enter(user, screen.getByLabelText('Your message'), 'Ask Hans Müller.');
    const count = await screen.findByRole('button', { name: '1 value found' });
    expect(count).toHaveAttribute('aria-expanded', 'false');
    await user.click(count);
    expect(count).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByRole('button', { name: 'New conversation' }));
    expect(location.pathname).toBe('/chat');
    expect(screen.getByLabelText('Your message')).toHaveFocus();
  });
});

describe('files over a conversation', () => {
  it('are announced while they are dragged, and attached together', async () => {
    const send = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
    await open('/chat');
    const conversation = screen.getByLabelText('Your message').closest('section')!;
    const files = ['a.txt', 'b.txt'].map((name) => new File(['x'], name));
    const dataTransfer = { types: ['Files'], files };
    fireEvent.dragOver(conversation, { dataTransfer });
    expect(screen.getByText(/^Drop files here/)).toBeVisible();
    fireEvent.dragLeave(conversation, { dataTransfer });
    expect(screen.queryByText(/^Drop files here/)).toBeNull();
    fireEvent.dragOver(conversation, { dataTransfer: { types: ['text/plain'], files: [] } });
    expect(screen.queryByText(/^Drop files here/)).toBeNull();
    fireEvent.drop(conversation, { dataTransfer });
    expect(screen.getByText('a.txt')).toBeVisible();
    expect(screen.getByText('b.txt')).toBeVisible();
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  });
});

describe('the end of a conversation', () => {
  const LONG_PX = 5_000;
  const scrolled = (top: number) => {
    const frame = screen.getByRole('log', { name: 'Conversation' });
    Object.defineProperty(frame, 'scrollHeight', { value: LONG_PX, configurable: true });
    frame.scrollTop = top;
    fireEvent.scroll(frame);
    return frame;
  };

  it('is shown for each own prompt, wherever the user has scrolled', async () => {
    service.on('post', CHAT, () => new Promise<Response>(() => undefined));
    const { user } = await open('/chat/letter');
    await thread().findByText('Write to Hans Müller.');
    await screen.findByRole('option', { name: 'large' });
    const frame = scrolled(1_000);
    const scrollTo = jest.spyOn(frame, 'scrollTo');
    await enter(user, screen.getByLabelText('Your message'), 'Once more');
    expect(scrollTo).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await thread().findByText('Once more')).toBeVisible();
    expect(scrollTo).toHaveBeenCalledWith({ top: LONG_PX });
  });

  it('is one button away, which says whether there is something new', async () => {
    let write = (_text: string): void => undefined;
    service.on('post', CHAT, () => {
      const body = new ReadableStream({
        start(controller) {
          write = (text) =>
            controller.enqueue(
              new TextEncoder().encode(`event: delta\ndata: ${JSON.stringify({ text })}\n\n`),
            );
        },
      });
      return new Response(body, { headers: { 'X-Protection': 'all' } });
    });
    const { user } = await open('/chat/letter');
    await thread().findByText('Write to Hans Müller.');
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), 'Once more');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await thread().findByText('Once more');
    const frame = scrolled(1_000);
    expect(screen.getByRole('button', { name: 'To the end' })).toBeVisible();
    write('A new');
    await user.click(await screen.findByRole('button', { name: 'New messages below' }));
    expect(screen.queryByRole('button', { name: 'New messages below' })).toBeNull();
    expect(frame).toHaveFocus();
  });
});

describe('the case of a conversation', () => {
  const text = 'Write to Hans Müller.';
  const write = async (path: string) => {
    const { user } = await open(path);
    await screen.findByRole('option', { name: 'large' });
    await enter(user, screen.getByLabelText('Your message'), text);
    return user;
  };
  const inNordwerk = { ...LETTER, case_id: 'nordwerk' };

  it('is chosen before the first message, which the preview and the chat then belong to', async () => {
    service
      .answers('get', CASES, pageOf([NORDWERK]))
      .on('post', CHAT, () => eventsOf(['result', { session_id: 'letter' }]));
    const user = await write('/chat');
    await user.selectOptions(screen.getByLabelText('Case'), 'Nordwerk');
    await waitFor(() =>
      expect(service.bodies('post', PREVIEW).at(-1)).toMatchObject({ case_id: 'nordwerk' }),
    );
    service.answers('get', SESSIONS, pageOf([inNordwerk]));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('link', { name: 'Case: Nordwerk' })).toHaveAttribute(
      'href',
      '/cases/nordwerk',
    );
    expect(screen.queryByLabelText('Case')).toBeNull();
    expect(service.bodies('post', CHAT)).toMatchObject([{ prompt: text, case_id: 'nordwerk' }]);
  });

  it('cannot be chosen by users without cases, nor for images', async () => {
    const { user, unmount } = await open('/chat');
    await screen.findByRole('option', { name: 'large' });
    expect(screen.queryByLabelText('Case')).toBeNull();
    unmount();
    service.answers('get', CASES, pageOf([NORDWERK]));
    await open('/chat');
    expect(await screen.findByLabelText('Case')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Create an image' }));
    expect(screen.queryByLabelText('Case')).toBeNull();
  });

  it('is shown from the page of the list that has the conversation', async () => {
    const older = { ...inNordwerk, id: 'older' };
    service
      .answers('get', CASES, pageOf([NORDWERK]))
      .answers('get', SESSIONS, ({ query }) => (query.cursor ? pageOf([older]) : pageOf([LETTER], 'more')));
    await open('/chat/older');
    expect(await screen.findByRole('link', { name: 'Case: Nordwerk' })).toBeVisible();
  });

  it('is shown as ended; the draft continues in a new conversation', async () => {
    service.answers('get', SESSIONS, pageOf([inNordwerk]));
    service.refuses('post', PREVIEW, { status: 409, code: 'case_closed' });
    const user = await write('/chat/letter');
    expect(await screen.findByText('Case has ended')).toBeVisible();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The case was deleted, has expired, or is no longer shared with you.');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    service.answers('post', PREVIEW, dataOf<never[]>([]));
    await user.click(within(alert).getByRole('button', { name: 'Continue in a new conversation' }));
    expect(location.pathname).toBe('/chat');
    expect(screen.getByLabelText('Your message')).toHaveValue(text);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('may end before a message arrives: its text continues in a new conversation', async () => {
    service.refuses('post', CHAT, { status: 409, code: 'case_closed' });
    const user = await write('/chat/letter');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    const alert = await thread().findByRole('alert');
    expect(alert).toHaveTextContent('Nothing was sent to the provider.');
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(within(alert).getByRole('button', { name: 'Continue in a new conversation' }));
    expect(location.pathname).toBe('/chat');
    expect(screen.getByLabelText('Your message')).toHaveValue(text);
  });
});

describe('a conversation with an assistant', () => {
  const ASSISTANT = '/ai/v1/assistants/{assistant_id}';
  const begin = async () => {
    service.answers('get', ASSISTANT, dataOf({ starters: ['Thank them'], description: '' }) as never);
    changeWork(workKeyOf(undefined), {
      assistant: { id: 'letters', name: 'Letters', values: { customer: '' } },
    });
    const { user } = await open('/chat');
    await user.click(await screen.findByRole('button', { name: 'Thank them' }));
    return user;
  };

  it('can begin when each variable has a text, which is sent with the first prompt', async () => {
    service.on('post', CHAT, () =>
      eventsOf(['start', { session_id: 'new' }], ['result', { session_id: 'new' }]),
    );
    const user = await begin();
    expect(screen.getByLabelText('Your message')).toHaveValue('Thank them');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await enter(user, screen.getByLabelText('customer'), 'Hans Müller');
    const chosen = { assistant_id: 'letters', variables: { customer: 'Hans Müller' } };
    await waitFor(() => expect(service.bodies('post', PREVIEW).at(-1)).toMatchObject(chosen));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(location.pathname).toBe('/chat/new'));
    expect(service.bodies('post', CHAT)).toMatchObject([{ prompt: 'Thank them', ...chosen }]);
  });

  it('can begin without it after all', async () => {
    const user = await begin();
    await user.click(screen.getByRole('button', { name: 'Start without an assistant' }));
    expect(screen.queryByLabelText('customer')).toBeNull();
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('names it, and shows its instruction as it was sent', async () => {
    const assistant = {
      assistant_id: 'letters',
      version: 1,
      name: 'Letters',
      instruction: 'For Hans Müller.',
    };
    const turn = { ...TURN, sentBeside: { turns: 0, passages: 0, systemPrompt: false, instruction: true } };
    const instruction = {
      text: 'For Jan Weber.',
      replacements: [{ start: 4, end: 13, kind: 'Names' as const, original: 'Hans Müller' }],
    };
    service.answers('get', HISTORY, ({ query }) => {
      const shown = query.include?.includes('passages') ? { ...turn, instruction, passages: [] } : turn;
      return {
        ...historyOf(shown),
        data: { anonymized_values: {}, prompts: [shown], assistant },
      };
    });
    const { user } = await open('/chat/letter');
    expect(await screen.findByRole('link', { name: 'Assistant: Letters' })).toHaveAttribute(
      'href',
      '/assistants/letters',
    );
    await user.click(await thread().findByRole('button', { name: /What the provider saw/ }));
    expect(thread().getByText(/the instruction of the assistant/)).toBeVisible();
    await user.click(thread().getByText('Instruction and passages of documents'));
    expect(await thread().findByRole('heading', { name: 'Instruction' })).toBeVisible();
    expect(thread().getByText('For', { exact: false, selector: 'details p' })).toHaveTextContent(
      instruction.text,
    );
  });
});
