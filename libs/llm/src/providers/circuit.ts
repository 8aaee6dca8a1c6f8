import type { Clock } from '@app/common';

/** Failures one after another that open the circuit, and how long it stays open. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;
/** The maximum pause that a provider can ask for. */
const MAX_PAUSE_MS = 60_000;

/**
 * Whether a provider is skipped while another one can answer, because it failed repeatedly or asked for a pause. This is own
 * code because the circuit breakers of libraries refuse calls: here a call to the only provider always goes out.
 */
export class Circuit {
  private failures = 0;
  private openUntil = 0;
  private pausedUntil = 0;

  constructor(private readonly clock: Clock) {}

  get isOpen(): boolean {
    return this.now < Math.max(this.openUntil, this.pausedUntil);
  }

  succeeded(): void {
    this.failures = 0;
    this.openUntil = 0;
  }

  /** After the circuit was open, the first failure opens it again. */
  failed(): void {
    this.failures += 1;
    if (this.failures >= MAX_FAILURES) this.openUntil = this.now + OPEN_MS;
  }

  /** @param seconds of the `Retry-After` header */
  pause(seconds: number): void {
    this.pausedUntil = this.now + Math.min(seconds * 1000, MAX_PAUSE_MS);
  }

  private get now(): number {
    return this.clock.now().getTime();
  }
}
