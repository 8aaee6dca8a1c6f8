import { Tabs } from 'radix-ui';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Page } from '../ui/page';
import { JobTable } from './job-table';
import { SigningSecret } from './signing-secret';
import { WebhookForm } from './webhook-form';

/** Jobs and their deliveries, the organization's own webhook, and what signs both. */
export function JobsScreen() {
  const t = useTexts();
  const { role } = useSession();
  return (
    <Page title={t.nav.jobs} intro={t.jobs.intro}>
      {role === 'admin' ? (
        <Tabs.Root defaultValue="jobs">
          <Tabs.List className="tabs-list" aria-label={t.nav.jobs}>
            <Tabs.Trigger className="tab" value="jobs">
              {t.jobs.jobs}
            </Tabs.Trigger>
            <Tabs.Trigger className="tab" value="webhook">
              {t.jobs.webhook}
            </Tabs.Trigger>
            <Tabs.Trigger className="tab" value="secret">
              {t.jobs.secret}
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content className="tab-panel" value="jobs">
            <JobTable />
          </Tabs.Content>
          <Tabs.Content className="tab-panel" value="webhook">
            <WebhookForm />
          </Tabs.Content>
          <Tabs.Content className="tab-panel" value="secret">
            <SigningSecret />
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <JobTable />
      )}
    </Page>
  );
}
