import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { toFailure } from '../api/failure';
import { useGroups } from '../groups/use-groups';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { writeCsv } from '../ui/csv';
import { Dialog } from '../ui/dialog';
import { download } from '../ui/download';
import { SelectField } from '../ui/field';
import { Menu, MenuItem } from '../ui/menu';
import { useShownOnce } from '../ui/shown-once';
import { Notice } from '../ui/notice';
import { Paged } from '../ui/paged';
import { PEOPLE_KEY, type Person } from './use-people';

/** The most people of one action, which sends a request for each. */
export const MOST_CHOSEN = 100;
/** The most people that the question names. */
const MOST_NAMED = 10;

const ACTIONS = ['activate', 'deactivate', 'group', 'invite', 'factor'] as const;
type Action = (typeof ACTIONS)[number];
const ICONS = {
  activate: 'check',
  deactivate: 'stop',
  group: 'groups',
  invite: 'key',
  factor: 'shield',
} as const;

/** Whether an action makes sense for a person. None of them ends the admin's own access. */
const suits = (action: Action, person: Person, ownId: string): boolean =>
  ({
    activate: !person.active,
    deactivate: person.active && person.id !== ownId,
    group: true,
    invite: person.role !== null && person.active && person.id !== ownId,
    factor: person.second_factor && person.id !== ownId,
  })[action];

/** The result for one person: an invitation link, or why it failed. */
interface Result {
  person: Person;
  link?: string;
  failed?: string;
}

/** Returns the invitation link, if the action makes one. */
async function carryOut(action: Action, { id }: Person, groupId: string): Promise<string | undefined> {
  const params = { path: { user_id: id } };
  switch (action) {
    case 'activate':
    case 'deactivate':
      await ask(
        client.PATCH('/admin/v1/users/{user_id}', { params, body: { active: action === 'activate' } }),
      );
      return undefined;
    case 'group':
      await ask(
        client.PUT('/admin/v1/groups/{group_id}/members/{user_id}', {
          params: { path: { ...params.path, group_id: groupId } },
        }),
      );
      return undefined;
    case 'invite':
      return (await ask(client.POST('/admin/v1/users/{user_id}/invitation', { params }))).data.link;
    case 'factor':
      await ask(client.DELETE('/admin/v1/users/{user_id}/second-factor', { params }));
      return undefined;
  }
}

/** The people that are chosen among those that the list shows, and actions on all of them. Without any, nothing. */
export function BulkActions({ people, onClear }: { people: readonly Person[]; onClear: () => void }) {
  const t = useTexts();
  const { userId } = useSession();
  const [action, setAction] = useState<Action>();
  if (people.length === 0) return null;
  const isTooMany = people.length > MOST_CHOSEN;
  return (
    <div className="row" role="group" aria-label={t.people.chosenPeople}>
      <span role="status">
        {isTooMany ? t.people.tooManyChosen(MOST_CHOSEN) : t.people.chosen(people.length)}
      </span>
      {!isTooMany && (
        <Menu trigger={<Button icon="more">{t.people.bulk}</Button>}>
          {ACTIONS.filter((one) => people.some((person) => suits(one, person, userId))).map((one) => (
            <MenuItem key={one} icon={ICONS[one]} onSelect={() => setAction(one)}>
              {t.people.bulkActions[one]}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button look="ghost" icon="close" onClick={onClear}>
        {t.people.clearChoice}
      </Button>
      {action && (
        <BulkDialog
          action={action}
          people={people.filter((person) => suits(action, person, userId))}
          omitted={people.filter((person) => !suits(action, person, userId)).length}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  );
}

interface Props {
  action: Action;
  people: readonly Person[];
  /** The number of people that the action leaves out. */
  omitted: number;
  onClose: () => void;
}

/** Asks before the action, sends a request for each person, and shows the result of each. */
function BulkDialog({ action, people: chosen, omitted, onClose }: Props) {
  const t = useTexts();
  const queries = useQueryClient();
  // The list changes below while the requests run.
  const [people] = useState(chosen);
  const [groupId, setGroupId] = useState('');
  const [results, setResults] = useState<Result[]>([]);
  const [state, setState] = useState<'asks' | 'runs' | 'done'>('asks');
  const run = async () => {
    setState('runs');
    const made: Result[] = [];
    for (const person of people) {
      const result = await carryOut(action, person, groupId).then(
        (link): Result => ({ person, ...(link !== undefined && { link }) }),
        (error: unknown): Result => ({ person, failed: t.failures.codes[toFailure(error).code][0] }),
      );
      made.push(result);
      setResults([...made]);
    }
    setState('done');
    await queries.invalidateQueries({ queryKey: PEOPLE_KEY });
  };
  const failed = results.filter((one) => one.failed !== undefined);
  const links = results.flatMap(({ person, link }) => (link === undefined ? [] : [[person.user_name, link]]));
  const { close, onTaken, question } = useShownOnce(
    state === 'done' && links.length > 0 ? results : undefined,
    onClose,
  );
  const isDanger = action === 'deactivate' || action === 'factor' || action === 'invite';
  return (
    <Dialog title={t.people.bulkActions[action]} onClose={state === 'runs' ? () => undefined : close}>
      {question}
      {state === 'asks' && (
        <>
          <p>{t.people.bulkTexts[action](people.length)}</p>
          {omitted > 0 && <p className="muted small">{t.people.omitted(omitted)}</p>}
          <ul className="plain-list">
            {people.slice(0, MOST_NAMED).map(({ id, user_name: name }) => (
              <li key={id} className="break">
                {name}
              </li>
            ))}
            {people.length > MOST_NAMED && <li>{t.people.andMore(people.length - MOST_NAMED)}</li>}
          </ul>
          {action === 'group' && <GroupField value={groupId} onChange={setGroupId} />}
        </>
      )}
      {state === 'runs' && <p role="status">{t.people.bulkRuns(results.length, people.length)}</p>}
      {state === 'done' && (
        <>
          <Notice kind={links.length > 0 ? 'warning' : 'info'}>
            {t.people.bulkDone(results.length - failed.length)}
            {links.length > 0 && ` ${t.people.bulkLinks}`}
          </Notice>
          {failed.length > 0 && (
            <Notice kind="failure">
              <p>{t.people.bulkFailed(failed.length)}</p>
              <ul className="plain-list">
                {failed.map(({ person, failed: why }) => (
                  <li key={person.id}>
                    {person.user_name}: {why}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </>
      )}
      <div className="dialog-actions">
        {state === 'asks' && (
          <>
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button
              look={isDanger ? 'danger' : 'primary'}
              disabled={action === 'group' && groupId === ''}
              onClick={() => void run()}
            >
              {t.people.bulkActions[action]}
            </Button>
          </>
        )}
        {state === 'done' && (
          <>
            {links.length > 0 && (
              <Button
                icon="download"
                onClick={() => {
                  download(
                    'privacy-chat-people.csv',
                    writeCsv([['user_name', 'link'], ...links]),
                    'text/csv',
                  );
                  onTaken();
                }}
              >
                {t.people.saveSetups}
              </Button>
            )}
            <Button look="primary" onClick={close}>
              {t.common.done}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function GroupField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useTexts();
  return (
    <Paged query={useGroups()}>
      {(groups) => (
        <SelectField
          label={t.people.bulkGroup}
          value={value}
          options={[['', t.people.chooseGroup], ...groups.map(({ id, name }) => [id, name] as const)]}
          onChange={onChange}
        />
      )}
    </Paged>
  );
}
