import { settings } from '../settings';
import { useFormats, useTexts } from '../texts';
import { Facts } from '../ui/facts';
import { Loaded } from '../ui/loading';
import { useReadiness, type Status } from './use-status';

/** The running versions, and whether the stores are ready. */
export function ServiceCard({
  versions,
  file_store: store,
  workers,
  last_backup: backup,
}: Pick<Status, 'versions' | 'file_store' | 'workers' | 'last_backup'>) {
  const t = useTexts();
  const formats = useFormats();
  const readiness = useReadiness();
  const pending = versions.pending_migrations;
  return (
    <section className="card stack">
      <h2>{t.status.service}</h2>
      <Loaded query={readiness}>
        {({ status, postgres, redis }) => (
          <Facts
            of={[
              [t.status.state, <State key="state" value={status} />],
              [t.status.version, versions.service],
              ['Node.js', versions.node],
              [
                'PostgreSQL',
                <span key="postgres" className="row">
                  <State value={postgres} /> {versions.postgresql}
                </span>,
              ],
              ['Redis', <State key="redis" value={redis} />],
              [t.status.files, t.status.fileStores[store]],
              [t.status.schema, pending === 0 ? t.status.schemaWhole : t.status.schemaLacks(pending)],
              [t.status.runningWorkers, formats.number(workers.length)],
              [t.status.lastBackup, backup === null ? t.status.none : formats.dateTime(backup)],
              [t.status.address, settings.publicBaseUrl],
              [
                t.status.documentation,
                <a key="docs" href="/docs">
                  /docs
                </a>,
              ],
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

function State({ value = '' }: { value?: string | undefined }) {
  const t = useTexts();
  const isGood = value === 'ready' || value === 'up';
  return <span className={isGood ? 'badge good' : 'badge bad'}>{isGood ? t.status.good : value}</span>;
}
