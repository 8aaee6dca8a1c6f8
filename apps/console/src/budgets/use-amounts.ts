import { useFormats, useTexts } from '../texts';
import { TOKENS, type Budget } from './use-budgets';

/** Returns formatters of budget amounts: in a currency, or as a number of tokens with or without the unit. */
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
