import { screen, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import type { Case } from '../cases/use-cases';
import { openWork } from '../chat/work/work';
import { LETTER, NORDWERK } from '../../testing/samples';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, enter, service, show, USER } from '../../testing/show';
import { RestoreScreen } from './restore-screen';

const RESTORE = '/ai/v1/restore';
type Conversation = Schemas['ListedSessionDto'];
const ANSWER: Schemas['RestoredDto'] = {
  text: 'Dear Hans Müller',
  restored: 1,
  spans: [[{ start: 5, end: 16, kind: 'Names', replacement: 'Jan Weber' }]],
};

const open = async (path = '/restore') => show(<RestoreScreen />, { role: 'member', at: path });
const run = async (text: string, path?: string) => {
  const { user } = await open(path);
  await screen.findByLabelText('Case or conversation');
  await enter(user, screen.getByLabelText('Text with replacements'), text);
  await user.click(screen.getByRole('button', { name: 'Restore values' }));
  return user;
};
const result = () => within(screen.getByRole('region', { name: 'Result' }));

beforeEach(() => {
  openWork(USER.id);
  service
    .answers('get', '/ai/v1/cases', pageOf([NORDWERK]))
    .answers('get', '/ai/v1/sessions', pageOf([LETTER]));
});
afterEach(() => openWork(undefined));

describe('the screen that restores values', () => {
  it('shows that cases and conversations are loading', async () => {
    service.waits('get', '/ai/v1/cases');
    await open();
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.getByRole('button', { name: 'Restore values' })).toBeDisabled();
  });

  it('says why cases cannot be shown, and offers to try again', async () => {
    service.refuses('get', '/ai/v1/cases', { status: 500, code: 'internal' });
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    service.answers('get', '/ai/v1/cases', pageOf([NORDWERK]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Nordwerk' })).toBeVisible();
  });

  it('says if the user has nothing to restore from', async () => {
    service
      .answers('get', '/ai/v1/cases', pageOf<Case>([]))
      .answers('get', '/ai/v1/sessions', pageOf<Conversation>([]));
    await open();
    expect(await screen.findByText(/You have no cases and no conversations yet/)).toBeVisible();
  });

  it('marks each restored value with its replacement; the text is copied and downloaded', async () => {
    service.answers('post', RESTORE, dataOf(ANSWER));
    const user = await run('Dear Jan Weber');
    expect(await result().findByText('1 value restored')).toBeVisible();
    expect(result().getByText('Hans Müller')).toHaveAccessibleName(
      'Hans Müller: Name, in place of Jan Weber',
    );
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(result().getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith('Dear Hans Müller');
    await user.click(result().getByRole('button', { name: 'Download' }));
    expect(downloads).toEqual(['document - restored.txt']);
    expect(service.bodies('post', RESTORE)).toEqual([
      { case_id: 'nordwerk', text: 'Dear Jan Weber', spans: true },
    ]);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/Weber|Müller/);
  });

  it('restores from the conversation that a link names, also if it is not in the list', async () => {
    service.answers('post', RESTORE, dataOf(ANSWER));
    const user = await run('Dear Jan Weber', '/restore?chat=old');
    await result().findByText('1 value restored');
    await user.selectOptions(screen.getByLabelText('Case or conversation'), LETTER.name);
    await user.click(screen.getByRole('button', { name: 'Restore values' }));
    await result().findByText('1 value restored');
    expect(service.bodies('post', RESTORE)).toMatchObject([{ chat_id: 'old' }, { chat_id: 'letter' }]);
  });

  it('says if nothing was restored', async () => {
    service.answers('post', RESTORE, dataOf({ text: 'Dear all', restored: 0, spans: [[]] }));
    await run('Dear all');
    expect(await result().findByText(/Nothing was restored/)).toBeVisible();
    expect(result().getByText('Dear all')).toBeVisible();
  });

  it('says why a text cannot be restored, and keeps the text', async () => {
    service.refuses('post', RESTORE, { status: 413, code: 'too_large' });
    await run('Dear Jan Weber');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is larger than the service accepts.');
    expect(screen.getByLabelText('Text with replacements')).toHaveValue('Dear Jan Weber');
    expect(result().getByText('The text with the original values will appear here.')).toBeVisible();
  });

  it('reads a text file, and refuses one that is no text', async () => {
    const { user } = await open();
    const field = screen.getByLabelText('Choose a file');
    await user.upload(field, new File(['Grüße, Jan Weber'], 'answer.txt', { type: 'text/plain' }));
    expect(await screen.findByDisplayValue('Grüße, Jan Weber')).toBeVisible();
    service.answers('post', RESTORE, dataOf(ANSWER));
    await user.click(screen.getByRole('button', { name: 'Restore values' }));
    await user.click(await result().findByRole('button', { name: 'Download' }));
    expect(downloads).toEqual(['answer - restored.txt']);
    await user.upload(
      field,
      new File([Uint8Array.of(0xff, 0xfe, 0xc3)], 'image.txt', { type: 'text/plain' }),
    );
    expect(await screen.findByText(/cannot be read as text/)).toBeVisible();
    expect(screen.getByLabelText('Text with replacements')).toHaveValue('Grüße, Jan Weber');
  });

  it('restores a file from a case, and offers it', async () => {
    service.on(
      'post',
      '/ai/v1/files/restore',
      () =>
        new Response('file', {
          headers: {
            'content-disposition': "attachment; filename*=UTF-8''Hans%20-%20anonymized.docx",
            'x-restored': '2',
          },
        }),
    );
    const { user } = await open();
    await user.upload(await screen.findByLabelText('Choose a file'), new File(['x'], 'Jan.docx'));
    await user.selectOptions(await screen.findByLabelText('Case or conversation'), LETTER.name);
    expect(screen.getByText(/Choose a case above/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Restore values' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Case or conversation'), 'Nordwerk');
    await user.click(screen.getByRole('button', { name: 'Restore values' }));
    expect(await result().findByText('2 values restored')).toBeVisible();
    await user.click(result().getByRole('button', { name: 'Download' }));
    expect(downloads).toEqual(['Hans - restored.docx']);
    expect(service.bodies('post', '/ai/v1/files/restore')).toMatchObject([{ case_id: 'nordwerk' }]);
  });
});
