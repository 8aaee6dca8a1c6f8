import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { Table } from '../ui/table';
import { CasePage } from './case-page';
import { NewCase } from './new-case';
import { useCaseName, useCases } from './use-cases';

/** The user's cases, or one of them. */
export const CasesScreen = ({ id }: { id: string | undefined }) =>
  id === undefined ? <CaseList /> : <CasePage key={id} id={id} />;

function CaseList() {
  const t = useTexts();
  const formats = useFormats();
  const nameOf = useCaseName();
  const { data, error, refetch } = useCases();
  const [adds, setAdds] = useState(false);
  return (
    <Page
      title={t.nav.cases}
      intro={t.cases.intro}
      actions={
        <Button look="primary" icon="plus" onClick={() => setAdds(true)}>
          {t.cases.add}
        </Button>
      }
    >
      {data && (
        <Table
          label={t.nav.cases}
          rows={data}
          rowKey={({ case_id: id }) => id}
          empty={t.cases.none}
          columns={[
            { head: t.common.name, cell: (one) => <Link href={`/cases/${one.case_id}`}>{nameOf(one)}</Link> },
            { head: t.cases.values, kind: 'number', cell: ({ entities }) => formats.number(entities) },
            {
              head: t.cases.usedBy,
              cell: ({ members, is_owner: isOwner }) => (
                <>
                  {t.cases.members(members)} {!isOwner && <span className="badge">{t.cases.notYours}</span>}
                </>
              ),
            },
            { head: t.cases.lastUsed, cell: ({ last_used_at: at }) => formats.day(at) },
          ]}
        />
      )}
      {!data && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {adds && <NewCase onClose={() => setAdds(false)} />}
    </Page>
  );
}
