import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { JobTable } from './job-table';
import { SigningSecret } from './signing-secret';
import { WebhookForm } from './webhook-form';

/** Jobs and their deliveries, the organization's webhook, and the signing secret. */
export function JobsScreen() {
  const t = useTexts();
  const { role } = useSession();
  return (
    <Page title={t.nav.jobs} intro={t.jobs.intro}>
      {role === 'admin' ? (
        <Tabs
          label={t.nav.jobs}
          tabs={[
            { value: 'jobs', name: t.jobs.jobs, content: <JobTable /> },
            { value: 'webhook', name: t.jobs.webhook, content: <WebhookForm /> },
            { value: 'secret', name: t.jobs.secret, content: <SigningSecret /> },
          ]}
        />
      ) : (
        <JobTable />
      )}
    </Page>
  );
}
