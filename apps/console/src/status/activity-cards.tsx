import { Link } from 'wouter';
import { useFormats, useTexts } from '../texts';
import { CopyButton } from '../ui/copy-button';
import { Facts } from '../ui/facts';
import type { Status } from './use-status';

/** Unfinished jobs and deliveries of the organization. */
export function ActivityCard({ jobs, deliveries }: Pick<Status, 'jobs' | 'deliveries'>) {
  const t = useTexts();
  const formats = useFormats();
  const { number } = formats;
  return (
    <section className="card stack">
      <h2>{t.status.activity}</h2>
      <Facts
        of={[
          ...jobs.map(({ type, waiting, running, oldest_waiting_seconds: oldest }) => {
            const counts = t.status.underWay(number(running), number(waiting));
            const age = waiting > 0 ? ` · ${t.status.oldest(formats.duration(oldest))}` : '';
            return [t.jobs.types[type], counts + age] as const;
          }),
          [t.status.deliveries, t.status.pending(number(deliveries.first), number(deliveries.retry))],
        ]}
      />
      <p className="small">
        <Link href="/jobs">{t.nav.jobs}</Link>
      </p>
    </section>
  );
}

/** The newest hashes of the organization's audit trail, which an admin can record elsewhere. */
export function TrailCard({ audit: { chains, unsealed } }: Pick<Status, 'audit'>) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <section className="card stack">
      <h2>{t.nav.audit}</h2>
      <Facts
        of={[
          ...chains.map(
            ({ chain, seq, hash }) =>
              [
                t.audit.chains[chain],
                seq === 0 ? (
                  t.status.none
                ) : (
                  <span key={chain} className="row">
                    {formats.number(seq)} <code title={hash}>{hash.slice(0, SHOWN_DIGITS)}…</code>
                    <CopyButton text={hash} label={t.status.copyHash} bare />
                  </span>
                ),
              ] as const,
          ),
          [
            t.status.unsealed,
            unsealed.oldest === null
              ? t.status.none
              : t.status.unsealedSince(formats.number(unsealed.count), formats.dateTime(unsealed.oldest)),
          ],
        ]}
      />
      <p className="muted small">
        {t.status.trailText} <Link href="/audit">{t.audit.verify}</Link>
      </p>
    </section>
  );
}

const SHOWN_DIGITS = 8;
