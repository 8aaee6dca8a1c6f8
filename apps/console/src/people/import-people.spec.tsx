import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, service, show } from '../../testing/show';
import { expectQuestion } from '../../testing/shown-once';
import { PeopleScreen } from './people-screen';
import type { Person } from './use-people';

const IMPORT = '/admin/v1/users/import';
const UNTIL = '2026-01-22T09:30:00.000Z';
const none = { reason: null, id: null, link: null, one_time_password: null };
const hans = { ...none, user_name: 'hans@firma.de' };

async function open() {
  service.answers('get', '/admin/v1/users', pageOf<Person>([]));
  service.waits('get', '/admin/v1/organization');
  const { user } = await show(<PeopleScreen />);
  await user.click(screen.getByRole('button', { name: 'Import people' }));
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Import people' })) };
}
const choose = (user: UserEvent, text: string) =>
  user.upload(
    screen.getByLabelText('Choose CSV file', { selector: 'input' }),
    new File([text], 'people.csv', { type: 'text/csv' }),
  );

describe('the import of people', () => {
  it('shows what it would do by line, and imports nothing with an error in it', async () => {
    const { user, dialog } = await open();
    service.answers(
      'post',
      IMPORT,
      dataOf({
        users: [
          { ...hans, state: 'new' },
          { ...none, user_name: 'anna@firma.de', state: 'exists' },
          { ...none, user_name: 'anna', state: 'refused', reason: 'invalid_name' },
        ],
        valid_until: null,
      }),
    );
    await choose(user, 'Email;Role;Groups\r\nhans@firma.de;admin;Legal|Sales\r\n\r\nanna@firma.de\r\nanna');
    expect(await dialog.findByText(/1 new, 1 already there, 1 with errors/)).toBeVisible();
    expect(dialog.getByRole('row', { name: /hans@firma.de 2 Administrator Legal, Sales new/ })).toBeVisible();
    expect(dialog.getByRole('row', { name: /anna 5 Member – no e-mail address/ })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Add 1 person' })).toBeDisabled();
    expect(service.bodies('post', IMPORT)).toEqual([
      {
        preview: true,
        users: [
          { user_name: 'hans@firma.de', role: 'admin', groups: ['Legal', 'Sales'] },
          { user_name: 'anna@firma.de', role: 'member', groups: [] },
          { user_name: 'anna', role: 'member', groups: [] },
        ],
      },
    ]);
  });

  it('adds people with invitations, and offers the links once', async () => {
    const { user, dialog } = await open();
    service.answers('post', IMPORT, ({ body }) =>
      dataOf(
        (body as { preview?: boolean }).preview
          ? { users: [{ ...hans, state: 'new' as const }], valid_until: null }
          : {
              users: [
                { ...hans, state: 'created' as const, id: 'hans', link: 'https://x/#invitation=pci_1' },
              ],
              valid_until: UNTIL,
            },
      ),
    );
    await choose(user, 'user_name\nhans@firma.de');
    await user.click(await dialog.findByRole('button', { name: 'Add 1 person' }));
    const done = within(await screen.findByRole('dialog', { name: 'Import people' }));
    expect(await done.findByText(/1 person was added/)).toBeVisible();
    expect(service.bodies('post', IMPORT)[1]).toEqual({
      setup: 'invitation',
      users: [{ user_name: 'hans@firma.de', role: 'member', groups: [] }],
    });
    await expectQuestion(user, screen.getByRole('dialog'));
    await user.click(done.getByRole('button', { name: 'Download list' }));
    expect(downloads).toEqual(['privacy-chat-people.csv']);
    await user.click(done.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names the addresses that cannot be used', async () => {
    const { user, dialog } = await open();
    const refused = { ...hans, state: 'refused' as const, reason: 'name_taken' as const };
    service.answers('post', IMPORT, ({ body }) => {
      const { preview } = body as { preview?: boolean };
      return dataOf({ users: [preview ? { ...hans, state: 'new' as const } : refused], valid_until: null });
    });
    await choose(user, 'email\nhans@firma.de');
    await user.click(await dialog.findByRole('button', { name: 'Add 1 person' }));
    expect(await screen.findByText('1 address cannot be used: hans@firma.de')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download list' })).toBeNull();
  });

  it.each([
    ['has no column of names', 'role\nadmin', /must name the columns/],
    ['has unknown roles', 'email,role\na@b.de,owner\nc@d.de,admin\ne@f.de,boss', /in these lines: 2, 4/],
    ['names no one', 'email\n', /names no person/],
    ['names too many', `email\n${'a@b.de\n'.repeat(501)}`, /more than 500 people/],
  ])('says that a file %s', async (_, text, says) => {
    const { user, dialog } = await open();
    await choose(user, text);
    expect(await dialog.findByRole('alert')).toHaveTextContent(says);
    expect(service.bodies('post', IMPORT)).toEqual([]);
  });
});
