import { useFormats, useTexts } from '../texts';
import { TOKENS, type Budget } from './use-budgets';

/** How amounts of a budget are written: in tokens, or in its currency. */
export function useAmounts(): (budget: Pick<Budget, 'unit'>, amount: number) => string {
  const t = useTexts();
  const formats = useFormats();
  return ({ unit }, amount) =>
    unit === TOKENS ? t.budgets.ofTokens(formats.number(amount)) : formats.money(amount, unit);
}
