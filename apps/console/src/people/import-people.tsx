import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client, type Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { writeCsv } from '../ui/csv';
import { Dialog } from '../ui/dialog';
import { download } from '../ui/download';
import { FileButton } from '../ui/file-button';
import { FailureNotice, Notice } from '../ui/notice';
import { useShownOnce } from '../ui/shown-once';
import { Table } from '../ui/table';
import { MOST_PEOPLE, readPeople, type Listed, type PeopleFile } from './import-file';
import { SetupField, type SetupKind } from './password-setup';
import { usePeopleChanges } from './use-people';

type Import = Schemas['UserImportDto'];
type Planned = Import['users'][number];

const bodyOf = ({ user_name, role, groups }: Listed) => ({ user_name, role, groups });

/** Reads people from a CSV file, shows what would be created, creates them, and hands out their links or passwords. */
export function ImportPeople({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [file, setFile] = useState<PeopleFile>();
  const [setup, setSetup] = useState<SetupKind>('invitation');
  const { importAll } = usePeopleChanges();
  const preview = useMutation({
    mutationFn: async ({ people }: PeopleFile) => {
      const body = { users: people.map(bodyOf), preview: true };
      return (await ask(client.POST('/admin/v1/users/import', { body }))).data;
    },
  });
  const choose = (read: PeopleFile) => {
    setFile(read);
    preview.reset();
    importAll.reset();
    if (faultOf(read) === undefined) preview.mutate(read);
  };
  const fault = file && faultOf(file);
  const planned = preview.data?.users ?? [];
  const count = (state: Planned['state']) => planned.filter((one) => one.state === state).length;
  if (importAll.data) return <Imported made={importAll.data} onClose={onClose} />;
  return (
    <Dialog title={t.people.import} onClose={onClose} wide>
      <p>{t.people.fileHint}</p>
      <div className="row">
        <FileButton
          label={t.people.file}
          icon="upload"
          accept=".csv,text/csv"
          onFiles={([chosen]) => void chosen!.text().then((text) => choose(readPeople(text)))}
        />
      </div>
      {fault && <Notice kind="failure">{t.people.fileFaults[fault](wrongLinesOf(file), MOST_PEOPLE)}</Notice>}
      <FailureNotice error={preview.error ?? importAll.error} />
      {preview.data && file && (
        <>
          <p role="status">{t.people.planned(count('new'), count('exists'), count('refused'))}</p>
          <Table
            label={t.people.import}
            rows={planned.map((one, index) => ({ ...one, ...file.people[index]! }))}
            rowKey={({ line }) => String(line)}
            empty={t.people.none}
            columns={[
              { head: t.login.userName, cell: ({ user_name: name }) => name },
              { head: t.people.line, kind: 'number', cell: ({ line }) => line },
              { head: t.people.role, cell: ({ role }) => t.roles[role] },
              { head: t.nav.groups, cell: ({ groups }) => groups.join(', ') || '–' },
              { head: t.people.state, cell: (one) => <State of={one} /> },
            ]}
          />
          <SetupField value={setup} onChange={setSetup} />
        </>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button
          look="primary"
          busy={preview.isPending || importAll.isPending}
          disabled={!preview.data || count('refused') > 0 || count('new') === 0}
          onClick={() => importAll.mutate({ users: file!.people.map(bodyOf), setup })}
        >
          {t.people.importRun(count('new'))}
        </Button>
      </div>
    </Dialog>
  );
}

const wrongLinesOf = (file: PeopleFile): string => file.wrongRoles.slice(0, 20).join(', ');

function faultOf({ people, wrongRoles, hasNames }: PeopleFile) {
  if (!hasNames) return 'noNames';
  if (wrongRoles.length > 0) return 'wrongRoles';
  if (people.length === 0) return 'empty';
  return people.length > MOST_PEOPLE ? 'tooMany' : undefined;
}

function State({ of: { state, reason } }: { of: Planned }) {
  const t = useTexts();
  if (reason) return <span className="badge bad">{t.people.faults[reason]}</span>;
  return <span className={state === 'new' ? 'badge good' : 'badge'}>{t.people.states[state]}</span>;
}

/** The links or passwords of the created people, which can be downloaded once. */
function Imported({ made, onClose }: { made: Import; onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const created = made.users.filter(({ state }) => state === 'created');
  const refused = made.users.filter(({ state }) => state === 'refused');
  const rows = created.map((one) => [one.user_name, one.link ?? one.one_time_password!, made.valid_until!]);
  const { close, onTaken, question } = useShownOnce(created.length > 0 ? made : undefined, onClose);
  const save = () => {
    download(
      'privacy-chat-people.csv',
      writeCsv([['user_name', created[0]!.link ? 'link' : 'one_time_password', 'valid_until'], ...rows]),
      'text/csv',
    );
    onTaken();
  };
  return (
    <Dialog title={t.people.import} onClose={close}>
      {question}
      {made.valid_until && (
        <Notice kind="warning">
          {t.people.imported(created.length, formats.dateTime(made.valid_until))}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice kind="failure">{t.people.notImported(refused.map(({ user_name: name }) => name))}</Notice>
      )}
      <div className="dialog-actions">
        {created.length > 0 && (
          <Button icon="download" onClick={save}>
            {t.people.saveSetups}
          </Button>
        )}
        <Button look="primary" onClick={close}>
          {t.common.done}
        </Button>
      </div>
    </Dialog>
  );
}
