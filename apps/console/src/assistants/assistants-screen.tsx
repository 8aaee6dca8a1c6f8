import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useOwnGroups } from '../cases/use-cases';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { Table } from '../ui/table';
import { AssistantEditor } from './assistant-editor';
import { AssistantPage } from './assistant-page';
import { audienceOf } from './audience';
import { startWith, useAssistants } from './use-assistants';

/** The assistants that the user may use, a new one, or one of them. */
export function AssistantsScreen({ id }: { id: string | undefined }) {
  const t = useTexts();
  if (id === undefined) return <AssistantList />;
  if (id !== 'new') return <AssistantPage key={id} id={id} />;
  return (
    <Page title={t.assistants.add} intro={t.assistants.intro}>
      <AssistantEditor />
    </Page>
  );
}

const MANY = 8;

function AssistantList() {
  const t = useTexts();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { data, error, refetch } = useAssistants();
  const { data: groups } = useOwnGroups();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = data?.filter(({ name, description }) =>
    `${name} ${description}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <Page
      title={t.nav.assistants}
      intro={t.assistants.intro}
      actions={
        <Link className="button primary" href="/assistants/new">
          <Icon name="plus" /> {t.assistants.add}
        </Link>
      }
    >
      <div className="stack">
        {data && data.length > MANY && (
          <TextField label={t.assistants.search} type="search" value={search} onChange={setSearch} />
        )}
        {shown && (
          <Table
            label={t.nav.assistants}
            rows={shown}
            rowKey={({ assistant_id: id }) => id}
            empty={wanted ? t.chat.nothingFound : t.assistants.none}
            columns={[
              {
                head: t.common.name,
                cell: ({ assistant_id: id, name, description }) => (
                  <>
                    <Link href={`/assistants/${id}`}>{name}</Link>
                    {description && <span className="muted small block">{description}</span>}
                  </>
                ),
              },
              { head: t.assistants.usedBy, cell: (one) => audienceOf(one, groups, t) },
              { head: t.assistants.changed, cell: ({ changed_at: at }) => formats.day(at) },
              {
                head: t.common.actions,
                kind: 'actions',
                cell: (one) =>
                  one.can_start && (
                    <Button
                      size="small"
                      icon="chat"
                      aria-label={t.assistants.startWith(one.name)}
                      onClick={() => {
                        startWith(one);
                        navigate('/chat');
                      }}
                    >
                      {t.assistants.start}
                    </Button>
                  ),
              },
            ]}
          />
        )}
        {!data && !error && <Loading />}
        <FailureNotice error={error} onRetry={() => void refetch()} />
      </div>
    </Page>
  );
}
