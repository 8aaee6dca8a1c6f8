import { BudgetsPanel } from '../budgets/budgets-panel';
import { useTexts } from '../texts';
import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { UsagePanel } from './usage-panel';

/** What the organization used of models, and what may be used of them. */
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
