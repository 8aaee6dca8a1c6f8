import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { Attempts } from './attempts';
import { DeliveryBadge } from './delivery-badge';
import { useTestEvent } from './use-jobs';

/** Sends a test event to the webhook and shows whether it arrives. */
export function TestEvent({ url }: { url: string }) {
  const t = useTexts();
  const { send, delivery } = useTestEvent();
  return (
    <section className="card stack">
      <h2>{t.jobs.test}</h2>
      <p className="muted">{t.jobs.testText(new URL(url).host)}</p>
      <FailureNotice error={send.error ?? delivery.error} />
      {delivery.isLoading && <Loading />}
      {delivery.data && (
        <>
          <p className="row" role="status">
            <DeliveryBadge state={delivery.data.state} />
            {delivery.data.attempts.length === 0 && t.jobs.testWaits}
          </p>
          {delivery.data.attempts.length > 0 && <Attempts attempts={delivery.data.attempts} />}
        </>
      )}
      <div className="row">
        <Button icon="send" busy={send.isPending} onClick={() => send.mutate()}>
          {t.jobs.sendTest}
        </Button>
      </div>
    </section>
  );
}
