import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { Loaded } from '../ui/loading';
import { Page } from '../ui/page';
import { ActivityCard, TrailCard } from './activity-cards';
import { ServiceCard } from './service-card';
import { EnginesCard, KeysCard, RetentionCard } from './setup-cards';
import { useOrganization, useReadiness, useStatus } from './use-status';

/** The configuration and state of the service, as far as an admin may see them. */
export function StatusScreen() {
  const t = useTexts();
  const status = useStatus();
  const readiness = useReadiness();
  return (
    <Page
      title={t.nav.status}
      intro={t.status.intro}
      actions={
        <Button
          icon="repeat"
          busy={status.isFetching || readiness.isFetching}
          onClick={() => void Promise.all([status.refetch(), readiness.refetch()])}
        >
          {t.common.refresh}
        </Button>
      }
    >
      <Loaded query={status}>
        {(data) => (
          <div className="masonry">
            <ServiceCard {...data} />
            <EnginesCard {...data} />
            <ActivityCard {...data} />
            <RetentionCard {...data} />
            <KeysCard {...data} />
            <TrailCard {...data} />
            <OrganizationCard />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function OrganizationCard() {
  const t = useTexts();
  return (
    <section className="card stack">
      <h2>{t.status.organization}</h2>
      <Loaded query={useOrganization()}>
        {({ name, id, limits, total_limits: totals }) => (
          <Facts
            of={[
              [t.common.name, name],
              [
                t.jobs.id,
                <span key="id" className="mono">
                  {id}
                </span>,
              ],
              [t.status.limits, limitsText(limits) || t.status.usual],
              [t.status.totals, limitsText(totals) || t.status.none],
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

const limitsText = (limits: Record<string, string>): string =>
  Object.entries(limits)
    .map(([what, limit]) => `${what} ${limit}`)
    .join(', ');
