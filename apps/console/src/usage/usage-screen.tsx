import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { BudgetsPanel } from '../budgets/budgets-panel';
import { useTexts } from '../texts';
import { Page } from '../ui/page';
import { UsagePanel } from './usage-panel';

/** What the organization used of models, and what may be used of them. */
export function UsageScreen() {
  const t = useTexts();
  const [shown, setShown] = useState('usage');
  return (
    <Page title={t.nav.usage} intro={t.usage.intro}>
      <Tabs.Root value={shown} onValueChange={setShown}>
        <Tabs.List className="tabs-list" aria-label={t.nav.usage}>
          <Tabs.Trigger className="tab" value="usage">
            {t.usage.usage}
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="budgets">
            {t.budgets.budgets}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content className="tab-panel stack" value="usage">
          <UsagePanel />
        </Tabs.Content>
        <Tabs.Content className="tab-panel stack" value="budgets">
          <BudgetsPanel />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}
