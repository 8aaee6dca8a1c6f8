import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { toFailure } from '../api/failure';
import { useFormats, useTexts } from '../texts';
import type { Texts } from '../texts/en';
import { Icon } from './icon';

const DAY_MS = 24 * 60 * 60 * 1000;

interface NoticeProps {
  kind?: 'info' | 'warning' | 'failure';
  children: ReactNode;
}

export const Notice = ({ kind = 'info', children }: NoticeProps) => (
  <div className={`notice ${kind}`} role={kind === 'failure' ? 'alert' : 'status'}>
    <Icon name={kind === 'info' ? 'info' : 'warning'} />
    <div className="grow">{children}</div>
  </div>
);

/** What went wrong, in the service's words, and what one can do. Nothing where nothing did. */
export function FailureNotice({ error }: { error: unknown }) {
  const t = useTexts();
  if (!error) return null;
  const failure = toFailure(error);
  if (failure.status === 429 && failure.isFinal) return <BudgetNotice untilS={failure.retryAfterS ?? 0} />;
  return (
    <Notice kind="failure">
      <p>{failure.status === 0 ? t.failures.unreachable : failure.message}</p>
      {failure.fields.map(({ field, message }) => (
        <p key={field} className="small">
          <code>{field}</code>: {message}
        </p>
      ))}
      <p className="small">{adviceOn(failure.status, failure.retryAfterS, t)}</p>
    </Notice>
  );
}

/**
 * A budget is at its end until the next month, which waiting for seconds does not help.
 *
 * @param untilS seconds until then; the clock here may be some hours wrong
 */
function BudgetNotice({ untilS }: { untilS: number }) {
  const t = useTexts();
  const formats = useFormats();
  const begins = Math.round((Date.now() + untilS * 1000) / DAY_MS) * DAY_MS;
  return (
    <Notice kind="failure">
      <p>{t.failures.budget}</p>
      <p className="small">{t.failures.budgetAdvice(formats.utcDay(begins))}</p>
      <p className="small">
        <Link href="/account">{t.failures.budgetShow}</Link>
      </p>
    </Notice>
  );
}

function adviceOn(status: number, retryAfterS: number | undefined, t: Texts): string {
  if (retryAfterS !== undefined) return t.failures.again(retryAfterS);
  if (status === 0) return t.failures.checkConnection;
  if (status === 403) return t.failures.forbidden;
  if (status === 409 || status === 412) return t.failures.changed;
  if (status >= 500) return t.failures.later;
  return '';
}
