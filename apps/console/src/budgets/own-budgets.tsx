import { Fragment } from 'react';
import { useFormats, useTexts } from '../texts';
import { Loaded } from '../ui/loading';
import { BudgetState } from './budget-state';
import { useOwnBudgets } from './use-budgets';

/** The budgets that the user's messages count toward, and their state. */
export function OwnBudgets() {
  const t = useTexts();
  const formats = useFormats();
  const query = useOwnBudgets();
  return (
    <section className="card stack">
      <h2>{t.budgets.own}</h2>
      <Loaded query={query}>
        {(budgets) =>
          budgets.length === 0 ? (
            <p className="muted">{t.budgets.noneOwn}</p>
          ) : (
            <>
              <p className="muted">{t.budgets.ownText}</p>
              <dl className="facts">
                {budgets.map((budget) => (
                  <Fragment key={budget.id}>
                    <dt>{t.budgets.ownKinds[budget.kind]}</dt>
                    <dd>
                      <BudgetState budget={budget} label={t.budgets.ownKinds[budget.kind]} />
                    </dd>
                  </Fragment>
                ))}
                <dt>{t.budgets.period}</dt>
                <dd>{t.budgets.month(formats.utcDay(budgets[0]!.resets_at))}</dd>
              </dl>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
