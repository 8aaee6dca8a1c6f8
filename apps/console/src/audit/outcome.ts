type Outcome = 'done' | 'refused' | 'failed' | 'stopped';

interface Ended {
  outcome: 'done' | 'refused';
  reason: string | null;
}

/** An entry is `done` also if what it reports did not succeed: its reason says so. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  broken_off: 'failed',
  cancelled: 'stopped',
  failed: 'failed',
  stopped: 'stopped',
};

/** Returns how an entry of the audit trail is shown. */
export const shownOutcomeOf = ({ outcome, reason }: Ended): Outcome =>
  outcome === 'refused' ? outcome : (OUTCOMES[reason ?? ''] ?? outcome);
