import { useState } from 'react';
import { useSession } from '../session/session';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { BudgetForm } from './budget-form';
import { BudgetState } from './budget-state';
import { useAmounts } from './use-amounts';
import { useBudgetChanges, useBudgets, type Budget } from './use-budgets';
import { useSubjectNames } from './use-subjects';

type Asked = { what: 'add' } | { what: 'change' | 'remove'; budget: Budget };

/** The budgets per month, which an admin can set. */
export function BudgetsPanel() {
  const t = useTexts();
  const formats = useFormats();
  const amounts = useAmounts();
  const nameOf = useSubjectNames();
  const isAdmin = useSession().role === 'admin';
  const query = useBudgets();
  const { remove } = useBudgetChanges();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const threshold = (budget: Budget, value: number | null) =>
    value === null ? <span className="muted">–</span> : amounts.whole(budget, value);
  return (
    <>
      {isAdmin && (
        <div className="row">
          <Button look="primary" icon="plus" onClick={() => setAsked({ what: 'add' })}>
            {t.budgets.add}
          </Button>
        </div>
      )}
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.budgets.budgets}
            rows={rows}
            rowKey={({ id }) => id}
            empty={t.budgets.none}
            columns={[
              {
                head: t.budgets.owner,
                cell: (budget) => (
                  <>
                    {nameOf(budget)}
                    <div className="small muted">{t.budgets.kinds[budget.kind]}</div>
                  </>
                ),
              },
              {
                head: t.budgets.used,
                cell: (budget) => <BudgetState budget={budget} label={nameOf(budget)} />,
              },
              { head: t.budgets.soft, kind: 'number', cell: (budget) => threshold(budget, budget.soft) },
              { head: t.budgets.hard, kind: 'number', cell: (budget) => threshold(budget, budget.hard) },
              {
                head: t.budgets.period,
                cell: ({ resets_at: end }) => t.budgets.month(formats.utcDay(end)),
              },
              ...(isAdmin
                ? [
                    {
                      head: t.common.actions,
                      kind: 'actions' as const,
                      cell: (budget: Budget) => (
                        <>
                          <Button
                            size="small"
                            aria-label={t.budgets.changeOf(nameOf(budget))}
                            onClick={() => setAsked({ what: 'change', budget })}
                          >
                            {t.budgets.change}
                          </Button>{' '}
                          <Button
                            size="small"
                            aria-label={t.budgets.removeOf(nameOf(budget))}
                            onClick={() => setAsked({ what: 'remove', budget })}
                          >
                            {t.common.remove}
                          </Button>
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Paged>
      {asked?.what === 'add' && <BudgetForm known={query.rows ?? []} onClose={close} />}
      {asked?.what === 'change' && <BudgetForm known={[]} budget={asked.budget} onClose={close} />}
      {asked?.what === 'remove' && (
        <Confirm
          title={t.budgets.removeTitle}
          text={t.budgets.removeText(nameOf(asked.budget))}
          action={t.common.remove}
          onConfirm={() => remove(asked.budget)}
          onClose={close}
        />
      )}
    </>
  );
}
