import { lazy, Suspense } from 'react';
import type { FormulaProps } from './drawn-formula';

const Source = ({ tex }: FormulaProps) => <code>{tex}</code>;

/** Loaded for the first formula. Its source stays readable, so a failed load is no failure. */
const DrawnFormula = lazy(async () => {
  const loaded = await import('./drawn-formula').catch(() => undefined);
  return { default: loaded?.DrawnFormula ?? Source };
});

/** A formula in TeX, drawn by the browser. */
export const Formula = (props: FormulaProps) => (
  <Suspense fallback={<Source {...props} />}>
    <DrawnFormula {...props} />
  </Suspense>
);
