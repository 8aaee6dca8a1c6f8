import { useFormats, useTexts } from '../texts';
import { Bar } from '../ui/bar';
import { useAmounts } from './use-amounts';
import type { Budget } from './use-budgets';

/** What is used of a budget this month: a bar, the amounts, and the percentage. */
export function BudgetState({ budget, label }: { budget: Budget; label: string }) {
  const t = useTexts();
  const formats = useFormats();
  const amount = useAmounts();
  const { used, reserved } = budget;
  const limit = budget.hard ?? budget.soft ?? 0;
  if (used === null) return <span className="muted">{t.budgets.notShown}</span>;
  return (
    <div className="stack-small budget-state">
      <Bar label={label} value={used} max={limit} kind={kindOf(budget, used)} />
      <span className="small">
        {t.budgets.usedOf(amount(budget, used), amount(budget, limit))}
        {limit > 0 && ` · ${formats.percent(used / limit)}`}
      </span>
      {reserved !== null && reserved > 0 && (
        <span className="small muted">{t.budgets.reserved(amount(budget, reserved))}</span>
      )}
    </div>
  );
}

function kindOf({ hard, soft }: Budget, used: number): 'full' | 'warning' | undefined {
  if (hard !== null && used >= hard) return 'full';
  return soft !== null && used >= soft ? 'warning' : undefined;
}
