import { screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import { openWork, workKeyOf, workOf } from '../chat/work/work';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show, USER } from '../../testing/show';
import { openWishes } from '../preferences';
import type { Role } from '../session/session';
import { AssistantsScreen } from './assistants-screen';
import type { Assistant, AssistantDetails } from './use-assistants';

const ASSISTANTS = '/ai/v1/assistants';
const ONE = '/ai/v1/assistants/{assistant_id}';
const VERSIONS = '/ai/v1/assistants/{assistant_id}/versions';
const DOCUMENT = '/ai/v1/assistants/{assistant_id}/documents/{document_id}';
const PREVIEW = '/ai/v1/preview';
const at = '2026-01-15T09:30:00.000Z';
const LETTERS: Assistant = {
  assistant_id: 'letters',
  name: 'Letters',
  description: 'Polite letters',
  instruction: 'Write to {{customer}} for Anna Schmidt.',
  variables: ['customer'],
  model: null,
  kinds: [],
  starters: ['Thank them'],
  version: 2,
  audience: 'self',
  group_id: null,
  members_edit: false,
  is_owner: true,
  can_edit: true,
  can_start: true,
  created_at: at,
  changed_at: at,
};
const detailsOf = (change: Partial<AssistantDetails> = {}): AssistantDetails => ({
  ...LETTERS,
  documents: [{ document_id: 'terms', file_name: 'terms.pdf' }],
  ...change,
});
const versionOf = (version: number, instruction: string) => ({
  name: LETTERS.name,
  description: LETTERS.description,
  instruction,
  variables: [],
  model: null,
  kinds: [],
  starters: [],
  version,
  created_at: at,
});
const foundIn = (text: string, word: string) => {
  const start = text.indexOf(word);
  return start < 0
    ? []
    : [{ start, end: start + word.length, kind: 'Names' as const, mode: 'asked' as const }];
};

const open = (path: string, role: Role = 'member') =>
  show(<Route path="/assistants/:id?">{({ id }) => <AssistantsScreen id={id} />}</Route>, {
    role,
    at: path,
  });

beforeEach(() => {
  openWork(USER.id);
  openWishes(USER.id);
  service
    .answers('get', '/ai/v1/groups', dataOf([{ id: 'sales', name: 'Sales' }]))
    .answers('get', '/ai/v1/models', dataOf([{ id: 'large' }]) as never)
    .answers('get', VERSIONS, dataOf([versionOf(2, LETTERS.instruction), versionOf(1, 'Be brief.')]))
    .answers('post', PREVIEW, ({ body }) => {
      const { prompt, docs } = body as { prompt: string; docs?: string[] };
      const text = 'Anna Schmidt delivers.';
      return {
        ...dataOf(foundIn(prompt, 'Anna Schmidt')),
        ...(docs && { docs: [{ doc: 'terms', text, is_cut: false, found: foundIn(text, 'Anna Schmidt') }] }),
      };
    });
});
afterEach(() => {
  openWork(undefined);
  openWishes(undefined);
});

describe('an assistant of a group that the admin is not in', () => {
  it('can be changed, but offers no conversation and no text of its documents', async () => {
    const foreign = { audience: 'group', group_id: 'board', is_owner: false, can_start: false } as const;
    service
      .answers('get', ASSISTANTS, pageOf<Assistant>([{ ...LETTERS, ...foreign }]))
      .answers('get', ONE, dataOf(detailsOf(foreign)));
    const { user } = await open('/assistants', 'admin');
    await user.click(await screen.findByRole('link', { name: 'Letters' }));
    expect(await screen.findByText('terms.pdf')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
    const documents = within(screen.getByRole('region', { name: 'Documents' }));
    expect(documents.queryByText('What leaves')).toBeNull();
  });
});

describe('the list of assistants', () => {
  it('is shown as loading', async () => {
    service.waits('get', ASSISTANTS);
    await open('/assistants');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are none, or why they cannot be shown', async () => {
    service.refuses('get', ASSISTANTS, { status: 500, code: 'internal' });
    const { user } = await open('/assistants');
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    service.answers('get', ASSISTANTS, pageOf<Assistant>([]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No assistants yet.')).toBeVisible();
  });

  it('says who uses each, and starts a conversation with one and its model', async () => {
    const letters = { ...LETTERS, model: 'large' };
    const ofGroup = { ...LETTERS, assistant_id: 'b', name: 'Offers', audience: 'group', group_id: 'sales' };
    service.answers('get', ASSISTANTS, pageOf<Assistant>([letters, ofGroup as Assistant]));
    const { user } = await open('/assistants');
    expect(await screen.findByRole('row', { name: /^Letters Polite letters Only you/ })).toBeVisible();
    expect(await screen.findByRole('row', { name: /^Offers Polite letters Sales/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Start a conversation with Letters' }));
    expect(location.pathname).toBe('/chat');
    expect(workOf(workKeyOf(undefined)).assistant).toEqual({
      id: 'letters',
      name: 'Letters',
      values: { customer: '' },
    });
    expect(localStorage.getItem(`privacy-chat:wishes:${USER.id}`)).toContain('"model":"large"');
  });
});

describe('a new assistant', () => {
  it('is created with what is filled in, and shows before what will be hidden', async () => {
    service.answers('post', ASSISTANTS, dataOf(LETTERS));
    service.answers('get', ONE, dataOf(detailsOf()));
    const { user } = await open('/assistants/new');
    await enter(user, screen.getByRole('textbox', { name: 'Name' }), 'Letters');
    await enter(user, screen.getByLabelText('Instruction'), LETTERS.instruction);
    const leaves = within(screen.getByRole('region', { name: 'What leaves' }));
    expect(await leaves.findByText('1 value will be hidden.')).toBeVisible();
    expect(leaves.getByTitle('Name')).toHaveTextContent('Anna Schmidt');
    await enter(user, screen.getByLabelText('Starters'), 'Thank them\n\n Ask them');
    await user.selectOptions(await screen.findByLabelText('Used by'), 'Group: Sales');
    await user.click(screen.getByRole('checkbox', { name: 'Members of the group may change it' }));
    expect(screen.queryByRole('option', { name: 'The whole organization' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create assistant' }));
    expect(await screen.findByRole('heading', { name: 'Letters' })).toBeVisible();
    expect(service.bodies('post', ASSISTANTS)).toEqual([
      {
        name: 'Letters',
        description: '',
        instruction: LETTERS.instruction,
        model: null,
        kinds: [],
        starters: ['Thank them', 'Ask them'],
        audience: 'group',
        group_id: 'sales',
        members_edit: true,
      },
    ]);
  });

  it('is offered to the whole organization by admins only', async () => {
    await open('/assistants/new', 'admin');
    expect(await screen.findByRole('option', { name: 'The whole organization' })).toBeVisible();
  });
});

describe('an assistant', () => {
  const readOne = (change: Partial<AssistantDetails> = {}) =>
    service.answers('get', ONE, dataOf(detailsOf(change)));

  it('says if it does not exist, with a way back', async () => {
    service.refuses('get', ONE, { status: 404, code: 'not_found' });
    await open('/assistants/letters');
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
    expect(screen.getByRole('link', { name: 'All assistants' })).toHaveAttribute('href', '/assistants');
  });

  it('is saved as the next version, and says if another one was saved meanwhile', async () => {
    readOne();
    service.refuses('put', ONE, { status: 409, code: 'conflict' });
    const { user } = await open('/assistants/letters');
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }));
    await enter(user, screen.getByRole('textbox', { name: 'Name' }), 'Offers');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Open the assistant again/)).toBeVisible();
    expect(service.bodies('put', '/ai/v1/assistants/letters')).toMatchObject([
      { name: 'Offers', version: 2 },
    ]);
  });

  it('returns to an earlier version', async () => {
    readOne();
    const { user } = await open('/assistants/letters');
    await user.click(await screen.findByRole('button', { name: 'Edit version 1' }));
    expect(await screen.findByText(/This is version 1/)).toBeVisible();
    expect(screen.getByLabelText('Instruction')).toHaveValue('Be brief.');
  });

  it('shows what leaves of a document, and deletes it', async () => {
    readOne();
    service.answers('delete', DOCUMENT, DONE);
    const { user } = await open('/assistants/letters');
    const documents = within(await screen.findByRole('region', { name: 'Documents' }));
    await user.click(documents.getByText('What leaves'));
    expect(await documents.findByTitle('Name')).toHaveTextContent('Anna Schmidt');
    readOne({ documents: [] });
    await user.click(documents.getByRole('button', { name: 'Delete terms.pdf' }));
    expect(await screen.findByText('No documents yet.')).toBeVisible();
  });

  it('is used, but not changed, by those who may not', async () => {
    readOne({ can_edit: false, is_owner: false, audience: 'organization', kinds: ['Names'] });
    await open('/assistants/letters');
    expect(await screen.findByText('You may use this assistant, but not change it.')).toBeVisible();
    const content = within(screen.getByRole('region', { name: 'Content' }));
    expect(content.getByText('The whole organization')).toBeVisible();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['Start']);
  });

  it('is deleted only after a question that names it', async () => {
    readOne();
    service.answers('delete', ONE, DONE);
    const { user } = await open('/assistants/letters');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this assistant?' }));
    expect(dialog.getByText(/“Letters” will be permanently deleted/)).toBeVisible();
    service.answers('get', ASSISTANTS, pageOf<Assistant>([]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(location.pathname).toBe('/assistants'));
  });
});
