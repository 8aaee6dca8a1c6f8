import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { toFailure, type Failure } from '../api/failure';
import { usePreferences } from '../preferences';
import { useSessionState } from '../session/session';
import type { Protection } from '../privacy/protection';
import { useFormats, useTexts } from '../texts';
import type { Texts } from '../texts/en';
import { Button } from './button';
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

interface FailureProps {
  error: unknown;
  /** The protection of the sent prompt; undefined if the request was no prompt. */
  protection?: Protection;
  onRetry?: (() => void) | undefined;
  /** Other actions. */
  children?: ReactNode;
}

/** Shows what went wrong and what the user can do, by error code. Renders nothing without an error. */
export function FailureNotice({ error, protection, onRetry, children }: FailureProps) {
  const t = useTexts();
  const { language } = usePreferences();
  if (!error) return null;
  const failure = toFailure(error);
  const [what, advice] = t.failures.codes[failure.code];
  const isBudget = failure.code === 'budget_exceeded';
  const waits = failure.retryAfterS !== undefined && !isBudget;
  const hasWays = onRetry !== undefined || children !== undefined || waits;
  return (
    <Notice kind="failure">
      <p>{what}</p>
      {failure.fields.map(({ field, message }) => (
        <p key={field} className="small">
          <code>{field}</code>
          {language === 'en' && `: ${message}`}
        </p>
      ))}
      {protection && <p className="small">{sentOf(failure, protection, t)}</p>}
      {isBudget ? (
        <BudgetAdvice untilS={failure.retryAfterS ?? 0} />
      ) : (
        advice && <p className="small">{advice}</p>
      )}
      <OperatorWords failure={failure} />
      {hasWays && (
        <div className="row notice-actions">
          {!isBudget && <Retry afterS={failure.retryAfterS} onRetry={onRetry} />}
          {children}
        </div>
      )}
    </Notice>
  );
}

function sentOf({ promptSent }: Failure, protection: Protection, { failures }: Texts): string {
  if (promptSent === false) return failures.notSent;
  return (promptSent ? failures.sent : failures.maybeSent)[protection];
}

/** A retry button, enabled after the time that the service named. */
function Retry({ afterS, onRetry }: { afterS: number | undefined; onRetry: (() => void) | undefined }) {
  const t = useTexts();
  const left = useCountdown(afterS ?? 0);
  const words = left > 0 ? t.failures.againIn(left) : t.failures.tryAgain;
  if (onRetry)
    return (
      <Button size="small" icon="repeat" disabled={left > 0} onClick={onRetry}>
        {words}
      </Button>
    );
  // The wait is announced once. Each second would otherwise be announced again.
  return left > 0 ? (
    <span className="small">
      <span aria-hidden="true">{words}</span>
      <span className="visually-hidden">{t.failures.againIn(afterS ?? 0)}</span>
    </span>
  ) : null;
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** The service's own message, in English, for admins only, because it may name settings. */
function OperatorWords({ failure: { message } }: { failure: Failure }) {
  const t = useTexts();
  const state = useSessionState();
  const [open, setOpen] = useState(false);
  if (message === '' || state.kind !== 'in' || state.session.role !== 'admin') return null;
  return (
    <details className="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.failures.forAdmins}</summary>
      {open && <p lang="en">{message}</p>}
    </details>
  );
}

/**
 * A budget is renewed with the next month, so waiting for seconds does not help.
 *
 * @param untilS seconds until then; the browser's clock may be wrong by hours
 */
function BudgetAdvice({ untilS }: { untilS: number }) {
  const t = useTexts();
  const formats = useFormats();
  const [now] = useState(Date.now);
  const begins = Math.round((now + untilS * 1000) / DAY_MS) * DAY_MS;
  return (
    <>
      <p className="small">{t.failures.budgetAdvice(formats.utcDay(begins))}</p>
      <p className="small">
        <Link href="/account">{t.failures.budgetShow}</Link>
      </p>
    </>
  );
}
