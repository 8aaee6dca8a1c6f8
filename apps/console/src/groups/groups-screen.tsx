import { useState } from 'react';
import { useFormats, useTexts } from '../texts';
import { Button, IconButton } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Menu, MenuItem } from '../ui/menu';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { GroupName } from './group-name';
import { Members } from './members';
import { useGroupChanges, useGroups, type Group } from './use-groups';

type Asked = { what: 'add' } | { what: 'rename' | 'delete' | 'members'; group: Group };

/** The groups of people who share models, limits and budgets. */
export function GroupsScreen() {
  const t = useTexts();
  const formats = useFormats();
  const query = useGroups();
  const { remove } = useGroupChanges();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <Page
      title={t.nav.groups}
      intro={t.groups.intro}
      actions={
        <Button look="primary" icon="plus" onClick={() => setAsked({ what: 'add' })}>
          {t.groups.add}
        </Button>
      }
    >
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.groups}
            rows={rows}
            rowKey={({ id }) => id}
            empty={t.groups.none}
            columns={[
              { head: t.common.name, cell: ({ name }) => name },
              { head: t.people.since, cell: ({ created_at: at }) => formats.day(at) },
              {
                head: t.common.actions,
                kind: 'actions',
                cell: (group) => (
                  <>
                    <Button size="small" onClick={() => setAsked({ what: 'members', group })}>
                      {t.groups.members}
                    </Button>{' '}
                    <Menu
                      trigger={<IconButton icon="more" size="small" label={t.people.actionsOn(group.name)} />}
                    >
                      <MenuItem icon="edit" onSelect={() => setAsked({ what: 'rename', group })}>
                        {t.common.rename}
                      </MenuItem>
                      <MenuItem icon="trash" danger onSelect={() => setAsked({ what: 'delete', group })}>
                        {t.common.delete}
                      </MenuItem>
                    </Menu>
                  </>
                ),
              },
            ]}
          />
        )}
      </Paged>
      {asked?.what === 'add' && <GroupName onClose={close} />}
      {asked?.what === 'rename' && <GroupName group={asked.group} onClose={close} />}
      {asked?.what === 'members' && <Members group={asked.group} onClose={close} />}
      {asked?.what === 'delete' && (
        <Confirm
          title={t.groups.deleteTitle}
          text={t.groups.deleteText(asked.group.name)}
          action={t.common.delete}
          onConfirm={() => remove(asked.group.id)}
          onClose={close}
        />
      )}
    </Page>
  );
}
