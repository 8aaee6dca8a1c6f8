import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { EvaluationPage } from './evaluation-page';
import { MarkingPage } from './marking-page';
import { NewEvaluation } from './new-evaluation';
import { useEvaluations } from './use-evaluations';

interface Props {
  id?: string | undefined;
  /** A text of this evaluation. */
  textId?: string | undefined;
}

/** The admin's own evaluations, one of them, or one of its texts. */
export function EvaluationsScreen({ id, textId }: Props) {
  if (id === undefined) return <EvaluationList />;
  if (textId === undefined) return <EvaluationPage key={id} id={id} />;
  return <MarkingPage key={textId} id={id} textId={textId} />;
}

function EvaluationList() {
  const t = useTexts();
  const formats = useFormats();
  const query = useEvaluations();
  const [adds, setAdds] = useState(false);
  return (
    <Page
      title={t.nav.evaluations}
      intro={t.evaluations.intro}
      actions={
        <Button look="primary" icon="plus" onClick={() => setAdds(true)}>
          {t.evaluations.add}
        </Button>
      }
    >
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.evaluations}
            rows={rows}
            rowKey={({ evaluation_id: id }) => id}
            empty={t.evaluations.none}
            columns={[
              {
                head: t.common.name,
                cell: ({ evaluation_id: id, name }) => <Link href={`/evaluations/${id}`}>{name}</Link>,
              },
              {
                head: t.evaluations.checked,
                kind: 'number',
                cell: ({ texts, done }) => t.evaluations.doneOf(formats.number(done), formats.number(texts)),
              },
              { head: t.evaluations.created, cell: ({ created_at: at }) => formats.day(at) },
              { head: t.evaluations.expires, cell: ({ expires_at: at }) => (at ? formats.day(at) : '–') },
            ]}
          />
        )}
      </Paged>
      {adds && <NewEvaluation onClose={() => setAdds(false)} />}
    </Page>
  );
}
