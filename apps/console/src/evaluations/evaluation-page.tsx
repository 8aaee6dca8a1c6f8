import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { LoadedPage } from '../ui/loaded-page';
import { Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { AddTexts } from './add-texts';
import { Measurement } from './measurement';
import { useEvaluation, useEvaluationChanges, useEvaluationTexts, type Evaluation } from './use-evaluations';

/** One evaluation: its texts and what was measured in them. */
export function EvaluationPage({ id }: { id: string }) {
  const t = useTexts();
  return (
    <LoadedPage
      query={useEvaluation(id)}
      title={t.evaluations.evaluation}
      back={['/evaluations', t.evaluations.all]}
    >
      {(one) => <Shown of={one} />}
    </LoadedPage>
  );
}

function Shown({ of: one }: { of: Evaluation }) {
  const t = useTexts();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const { remove } = useEvaluationChanges();
  const [asks, setAsks] = useState<'add' | 'delete'>();
  const close = () => setAsks(undefined);
  return (
    <Page
      title={one.name}
      intro={one.expires_at ? t.evaluations.expiresOn(formats.day(one.expires_at)) : undefined}
      actions={
        <>
          <Button look="primary" icon="plus" onClick={() => setAsks('add')}>
            {t.evaluations.addTexts}
          </Button>
          <Button icon="trash" onClick={() => setAsks('delete')}>
            {t.common.delete}
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextList of={one} />
        {one.done > 0 ? (
          <Measurement of={one} />
        ) : (
          one.texts > 0 && <Notice>{t.evaluations.checkFirst}</Notice>
        )}
      </div>
      {asks === 'add' && <AddTexts of={one} onClose={close} />}
      {asks === 'delete' && (
        <Confirm
          title={t.evaluations.deleteTitle}
          text={t.evaluations.deleteText(one.name)}
          action={t.common.delete}
          onConfirm={async () => {
            await remove(one.evaluation_id);
            navigate('/evaluations');
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

function TextList({ of: { evaluation_id: id } }: { of: Evaluation }) {
  const t = useTexts();
  const formats = useFormats();
  const query = useEvaluationTexts(id);
  return (
    <section className="stack-small">
      <h2>{t.evaluations.texts}</h2>
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.evaluations.texts}
            rows={rows.map((row, index) => ({ ...row, place: index + 1 }))}
            rowKey={({ text_id: textId }) => textId}
            empty={t.evaluations.noTexts}
            columns={[
              {
                head: t.evaluations.text,
                cell: ({ text_id: textId, place }) => (
                  <Link href={`/evaluations/${id}/${textId}`}>{t.evaluations.textOf(place)}</Link>
                ),
              },
              { head: t.evaluations.length, kind: 'number', cell: ({ length }) => formats.number(length) },
              { head: t.evaluations.values, kind: 'number', cell: ({ spans }) => formats.number(spans) },
              {
                head: t.evaluations.state,
                cell: ({ state }) => (
                  <span className={state === 'done' ? 'badge good' : 'badge'}>
                    {t.evaluations.states[state]}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Paged>
    </section>
  );
}
