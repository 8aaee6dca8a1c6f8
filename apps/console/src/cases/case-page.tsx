import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { changeWork, workKeyOf } from '../chat/work/work';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { LoadedPage } from '../ui/loaded-page';
import { Page } from '../ui/page';
import { ChangeCase } from './change-case';
import { ForgetField } from './forget-field';
import { Sharing } from './sharing';
import { useCase, useCaseChanges, useCaseName, type CaseDetails } from './use-cases';

/** One case: its content, its users, and the actions of its owner. */
export function CasePage({ id }: { id: string }) {
  const t = useTexts();
  return (
    <LoadedPage query={useCase(id)} title={t.cases.case} back={['/cases', t.cases.all]}>
      {(one) => <Shown of={one} />}
    </LoadedPage>
  );
}

function Shown({ of: one }: { of: CaseDetails }) {
  const t = useTexts();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const name = useCaseName()(one);
  const { remove } = useCaseChanges();
  const [asks, setAsks] = useState<'change' | 'delete'>();
  const close = () => setAsks(undefined);
  return (
    <Page
      title={name}
      intro={one.is_owner ? t.cases.caseIntro : t.cases.notOwner}
      actions={
        one.is_owner && (
          <>
            <Button icon="edit" onClick={() => setAsks('change')}>
              {t.cases.change}
            </Button>
            <Button icon="trash" onClick={() => setAsks('delete')}>
              {t.common.delete}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <div className="row">
          <Button
            look="primary"
            icon="chat"
            onClick={() => {
              changeWork(workKeyOf(undefined), { caseId: one.case_id });
              navigate('/chat');
            }}
          >
            {t.cases.chat}
          </Button>
          <Link className="button" href={`/restore?case=${one.case_id}`}>
            <Icon name="restore" /> {t.nav.restore}
          </Link>
        </div>
        <div className="columns">
          <section className="card stack-small" aria-label={t.cases.content}>
            <h2>{t.cases.content}</h2>
            <Facts
              of={[
                [t.cases.values, formats.number(one.entities)],
                [
                  t.anonymize.style,
                  one.style === 'surrogates' ? t.anonymize.surrogates : t.anonymize.placeholders,
                ],
                [t.cases.created, formats.day(one.created_at)],
                [t.cases.lastUsed, formats.dateTime(one.last_used_at)],
                ...(one.expires_at ? [[t.cases.expires, formats.dateTime(one.expires_at)] as const] : []),
              ]}
            />
          </section>
          <Sharing of={one} />
          {one.is_owner && <ForgetField of={one} />}
        </div>
      </div>
      {asks === 'change' && <ChangeCase of={one} onClose={close} />}
      {asks === 'delete' && (
        <Confirm
          title={t.cases.deleteTitle}
          text={t.cases.deleteText(name)}
          action={t.common.delete}
          onConfirm={async () => {
            await remove(one.case_id);
            navigate('/cases');
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}
