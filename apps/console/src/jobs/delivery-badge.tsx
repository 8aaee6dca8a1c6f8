import type { Schemas } from '../api/client';
import { useTexts } from '../texts';

const LOOK = { pending: 'waiting', delivered: 'good', exhausted: 'bad', gone: 'bad' } as const;

/** The state of a delivery. */
export function DeliveryBadge({ state }: { state: Schemas['DeliverySummaryDto']['state'] }) {
  const t = useTexts();
  return <span className={`badge ${LOOK[state]}`}>{t.jobs.deliveries[state]}</span>;
}
