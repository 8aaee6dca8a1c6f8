import { useQuery } from '@tanstack/react-query';
import { ask, client } from '../api/client';
import { useModels } from '../chat/composer/options';
import { settings } from '../settings';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Loaded } from '../ui/loading';
import { Page } from '../ui/page';

interface Readiness {
  status: string;
  postgres?: string;
  redis?: string;
}

/** How the service is, as far as it tells an admin. */
export function StatusScreen() {
  const t = useTexts();
  const readiness = useQuery({ queryKey: ['readiness'], queryFn: readReadiness });
  const models = useModels();
  const organization = useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await ask(client.GET('/admin/v1/organization'))).data,
  });
  return (
    <Page
      title={t.nav.status}
      intro={t.status.intro}
      actions={
        <Button icon="repeat" busy={readiness.isFetching} onClick={() => void readiness.refetch()}>
          {t.common.refresh}
        </Button>
      }
    >
      <div className="columns">
        <section className="card stack">
          <h2>{t.status.service}</h2>
          <Loaded query={readiness}>
            {({ status, postgres, redis }) => (
              <dl className="facts">
                <dt>{t.status.version}</dt>
                <dd>{settings.version}</dd>
                <dt>{t.status.state}</dt>
                <dd>
                  <State value={status} />
                </dd>
                <dt>PostgreSQL</dt>
                <dd>
                  <State value={postgres} />
                </dd>
                <dt>Redis</dt>
                <dd>
                  <State value={redis} />
                </dd>
                <dt>{t.status.address}</dt>
                <dd>{settings.publicBaseUrl}</dd>
                <dt>{t.status.documentation}</dt>
                <dd>
                  <a href="/docs">/docs</a>
                </dd>
              </dl>
            )}
          </Loaded>
        </section>
        <section className="card stack">
          <h2>{t.status.models}</h2>
          <Loaded query={models}>
            {(ids) => (
              <ul className="plain-list">
                {ids.map((id) => (
                  <li key={id}>
                    <code>{id}</code>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </section>
        <section className="card stack">
          <h2>{t.status.organization}</h2>
          <Loaded query={organization}>
            {({ name, id, limits, total_limits: totals }) => (
              <dl className="facts">
                <dt>{t.common.name}</dt>
                <dd>{name}</dd>
                <dt>{t.jobs.id}</dt>
                <dd className="mono">{id}</dd>
                <dt>{t.status.limits}</dt>
                <dd>{limitsText(limits) || t.status.usual}</dd>
                <dt>{t.status.totals}</dt>
                <dd>{limitsText(totals) || t.status.none}</dd>
              </dl>
            )}
          </Loaded>
        </section>
      </div>
    </Page>
  );
}

function State({ value = '' }: { value?: string | undefined }) {
  const t = useTexts();
  const isGood = value === 'ready' || value === 'up';
  return <span className={isGood ? 'badge good' : 'badge bad'}>{isGood ? t.status.good : value}</span>;
}

/** Also what is not ready says what is wrong, with status 503. */
async function readReadiness(): Promise<Readiness> {
  const response = await fetch('/health/ready');
  return (await response.json()) as Readiness;
}

const limitsText = (limits: Record<string, string>): string =>
  Object.entries(limits)
    .map(([what, limit]) => `${what} ${limit}`)
    .join(', ');
