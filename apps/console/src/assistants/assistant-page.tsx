import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useOwnGroups } from '../cases/use-cases';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Facts } from '../ui/facts';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { AssistantDocuments } from './assistant-documents';
import { AssistantEditor } from './assistant-editor';
import { AssistantVersions } from './assistant-versions';
import { audienceOf } from './audience';
import { InstructionPreview } from './instruction-preview';
import {
  startWith,
  useAssistant,
  useAssistantChanges,
  type AssistantDetails,
  type AssistantVersion,
} from './use-assistants';

/** One assistant: an editor for those who may change it, its content for others. */
export function AssistantPage({ id }: { id: string }) {
  const t = useTexts();
  const { data, error, refetch } = useAssistant(id);
  if (data) return <Shown of={data} />;
  return (
    <Page title={t.assistants.assistant}>
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()}>
          <Link className="button small" href="/assistants">
            {t.assistants.all}
          </Link>
        </FailureNotice>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Shown({ of: one }: { of: AssistantDetails }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { remove } = useAssistantChanges();
  const [asks, setAsks] = useState(false);
  // An earlier version belongs to the one that it was compared with, which a save ends.
  const [chosen, setChosen] = useState<{ base: number; version: AssistantVersion }>();
  const restored = chosen?.base === one.version ? chosen.version : undefined;
  return (
    <Page
      title={one.name}
      intro={one.can_edit ? t.assistants.versionText(one.version) : t.assistants.notEditor}
      actions={
        <>
          {one.can_start && (
            <Button
              look="primary"
              icon="chat"
              onClick={() => {
                startWith(one);
                navigate('/chat');
              }}
            >
              {t.assistants.start}
            </Button>
          )}
          {one.can_edit && (
            <Button icon="trash" onClick={() => setAsks(true)}>
              {t.common.delete}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {one.can_edit ? (
          <AssistantEditor key={`${one.version} ${restored?.version}`} of={one} restored={restored} />
        ) : (
          <Content of={one} />
        )}
        <AssistantDocuments of={one} />
        {one.can_edit && (
          <AssistantVersions of={one} onRestore={(version) => setChosen({ base: one.version, version })} />
        )}
      </div>
      {asks && (
        <Confirm
          title={t.assistants.deleteTitle}
          text={t.assistants.deleteText(one.name)}
          action={t.common.delete}
          onConfirm={async () => {
            await remove(one.assistant_id);
            navigate('/assistants');
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </Page>
  );
}

/** The content of an assistant that the user may not change. */
function Content({ of: one }: { of: AssistantDetails }) {
  const t = useTexts();
  const { data: groups } = useOwnGroups();
  return (
    <div className="columns">
      <section className="card stack-small" aria-label={t.assistants.content}>
        <h2>{t.assistants.content}</h2>
        {one.description && <p>{one.description}</p>}
        <Facts
          of={[
            [t.assistants.usedBy, audienceOf(one, groups, t)],
            ...(one.model ? [[t.chat.model, one.model] as const] : []),
            ...(one.kinds.length > 0
              ? [[t.assistants.kinds, one.kinds.map((kind) => t.kinds[kind]).join(', ')] as const]
              : []),
          ]}
        />
      </section>
      <InstructionPreview text={one.instruction} />
    </div>
  );
}
