type Outcome = 'done' | 'refused' | 'failed' | 'stopped';

interface Ended {
  outcome: 'done' | 'refused';
  reason: string | null;
}

/** An entry is `done` even if the action that it reports failed. Its reason tells the difference. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  broken_off: 'failed',
  cancelled: 'stopped',
  failed: 'failed',
  stopped: 'stopped',
};

/** Returns how an entry of the audit trail is shown. */
export const shownOutcomeOf = ({ outcome, reason }: Ended): Outcome =>
  outcome === 'refused' ? outcome : (OUTCOMES[reason ?? ''] ?? outcome);
