import { useFormats, useTexts } from '../texts';
import { TOKENS, type Budget } from './use-budgets';

/** How amounts of a budget are written: in its currency, or as a number of tokens, with that word or without. */
export function useAmounts() {
  const t = useTexts();
  const formats = useFormats();
  const short = ({ unit }: Budget, amount: number): string =>
    unit === TOKENS ? formats.number(amount) : formats.money(amount, unit);
  return {
    short,
    whole: (budget: Budget, amount: number): string =>
      budget.unit === TOKENS ? t.budgets.ofTokens(short(budget, amount)) : short(budget, amount),
  };
}
