import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Check, TextField } from '../ui/field';
import { Loaded } from '../ui/loading';
import { FailureNotice, Notice } from '../ui/notice';
import { TestEvent } from './test-event';
import { useSetWebhook, useWebhook, type WebhookEvent } from './use-jobs';

const EVENTS: readonly WebhookEvent[] = [
  'budget.warned',
  'budget.exceeded',
  'key.expiring',
  'account.locked',
  'delivery.exhausted',
];

/** Sets the webhook of the organization's events. */
export function WebhookForm() {
  const query = useWebhook();
  const save = useSetWebhook();
  return (
    <Loaded query={query}>
      {(webhook) => (
        <>
          <Form key={webhook?.url} webhook={webhook} save={save} />
          {webhook && <TestEvent key={`test ${webhook.url}`} url={webhook.url} />}
        </>
      )}
    </Loaded>
  );
}

interface FormProps {
  webhook: Schemas['WebhookDto'] | null;
  /** Belongs to the caller, because another address is another form. */
  save: ReturnType<typeof useSetWebhook>;
}

function Form({ webhook, save }: FormProps) {
  const t = useTexts();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? EVENTS);
  const [asks, setAsks] = useState(false);
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ url, events: [...events] });
      }}
    >
      <p className="muted">{t.jobs.webhookText}</p>
      <TextField
        label={t.jobs.address}
        type="url"
        required
        placeholder="https://"
        value={url}
        onChange={setUrl}
      />
      <fieldset className="stack-small">
        <legend>{t.jobs.events}</legend>
        {EVENTS.map((event) => (
          <Check
            key={event}
            label={t.jobs.eventNames[event]}
            checked={events.includes(event)}
            onChange={(on) =>
              setEvents(EVENTS.filter((other) => (other === event ? on : events.includes(other))))
            }
          />
        ))}
      </fieldset>
      <FailureNotice error={save.error} />
      {save.isSuccess && webhook && <Notice>{t.common.saved}</Notice>}
      <div className="row">
        <Button look="primary" type="submit" busy={save.isPending} disabled={events.length === 0}>
          {t.common.save}
        </Button>
        {webhook && <Button onClick={() => setAsks(true)}>{t.common.remove}</Button>}
      </div>
      {asks && (
        <Confirm
          title={t.jobs.removeWebhook}
          text={t.jobs.removeWebhookText(webhook?.url ?? '')}
          action={t.common.remove}
          onConfirm={() => save.mutateAsync(undefined)}
          onClose={() => setAsks(false)}
        />
      )}
    </form>
  );
}
