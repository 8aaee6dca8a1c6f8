import { BudgetsPanel } from '../budgets/budgets-panel';
import { useTexts } from '../texts';
import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { UsagePanel } from './usage-panel';

/** The organization's usage of models, and its budgets. */
export function UsageScreen() {
  const t = useTexts();
  return (
    <Page title={t.nav.usage} intro={t.usage.intro}>
      <Tabs
        label={t.nav.usage}
        tabs={[
          { value: 'usage', name: t.usage.usage, content: <UsagePanel /> },
          { value: 'budgets', name: t.budgets.budgets, content: <BudgetsPanel /> },
        ]}
      />
    </Page>
  );
}
