import { useFormats, useTexts } from '../texts';
import { Bar } from '../ui/bar';
import { useAmounts } from './use-amounts';
import type { Budget } from './use-budgets';

/** Shows how much of a budget was used this month: a bar, the amounts, and the percentage. */
export function BudgetState({ budget, label }: { budget: Budget; label: string }) {
  const t = useTexts();
  const formats = useFormats();
  const amounts = useAmounts();
  const { used, reserved } = budget;
  const limit = budget.hard ?? budget.soft ?? 0;
  if (used === null) return <span className="muted">{t.budgets.notShown}</span>;
  const kind = kindOf(budget, used);
  return (
    <div className="stack-small budget-state">
      <Bar label={label} value={used} max={limit} kind={kind} />
      <span className="small">
        {t.budgets.usedOf(amounts.short(budget, used), amounts.whole(budget, limit))}
        {limit > 0 && ` · ${formats.percent(used / limit)}`}{' '}
        {kind && (
          <span className={kind === 'full' ? 'badge bad' : 'badge waiting'}>{t.budgets.states[kind]}</span>
        )}
      </span>
      {reserved !== null && reserved > 0 && (
        <span className="small muted">{t.budgets.reserved(amounts.whole(budget, reserved))}</span>
      )}
    </div>
  );
}

function kindOf({ hard, soft }: Budget, used: number): 'full' | 'warning' | undefined {
  if (hard !== null && used >= hard) return 'full';
  return soft !== null && used >= soft ? 'warning' : undefined;
}
