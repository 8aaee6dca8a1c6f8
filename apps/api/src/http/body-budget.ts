import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, type Owner } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';

export interface BudgetLimits {
  /** Bytes of all bodies together. */
  total: number;
  /** Bytes of all bodies of one owner. */
  perOwner: number;
  /** How long a body may wait for room. */
  timeoutMs: number;
}

/** Room that a body has. */
export interface Held {
  /** Gives back what a body turned out not to need. */
  shrinkTo(bytes: number): void;
  /** Gives everything back; once or more often. */
  release(): void;
}

interface Asked {
  owner: string;
  bytes: number;
}

interface Waiting extends Asked {
  enter(): void;
}

/**
 * Room for the bodies that one process works on at once, since each costs a multiple of its bytes for as long as its
 * request lasts. Where there is none a body waits unread, which is back-pressure on its sender, and is refused when
 * that lasts. A body larger than everything goes alone.
 */
export class BodyBudget {
  private taken = 0;
  private readonly ofOwners = new Map<string, number>();
  /** The first that came stands first; one that waits for its owner's own bodies holds nobody else up. */
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: BudgetLimits) {}

  /**
   * @param signal aborted where the client goes away
   * @throws AppError `too_many_requests` where the owner's own bodies leave no room, `unavailable` where everybody's do;
   * the signal's reason
   */
  async hold(asked: Asked, signal: AbortSignal): Promise<Held> {
    signal.throwIfAborted();
    if (this.fits(asked) && !this.isHeldUp(asked)) this.take(asked.owner, asked.bytes);
    else await this.wait(asked, signal);
    let { bytes } = asked;
    const shrinkTo = (needed: number): void => {
      const spare = Math.max(0, bytes - needed);
      bytes -= spare;
      this.take(asked.owner, -spare);
      this.admit();
    };
    return { shrinkTo, release: () => shrinkTo(0) };
  }

  private fits(asked: Asked): boolean {
    return this.fitsOwner(asked) && (this.taken === 0 || this.taken + asked.bytes <= this.limits.total);
  }

  private fitsOwner({ owner, bytes }: Asked): boolean {
    const own = this.ofOwners.get(owner) ?? 0;
    return own === 0 || own + bytes <= this.limits.perOwner;
  }

  /** Whether somebody waits for the process's room already: small bodies must not pass large ones for ever. */
  private isHeldUp(asked: Asked): boolean {
    return this.fitsOwner(asked) && [...this.waiting].some((other) => this.fitsOwner(other));
  }

  /** Until `admit` has taken the room. */
  private wait(asked: Asked, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.waiting.delete(entry);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        settle();
      };
      const leave = (): void => {
        end(() => reject(signal.reason as Error));
        this.admit();
      };
      const entry: Waiting = { ...asked, enter: () => end(resolve) };
      const timer = setTimeout(() => {
        const refusal = this.refusal(asked);
        end(() => reject(refusal));
        this.admit();
      }, this.limits.timeoutMs).unref();
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(entry);
    });
  }

  private refusal(asked: Asked): AppError {
    const retryAfterS = Math.max(1, Math.ceil(this.limits.timeoutMs / 1000));
    return this.fitsOwner(asked)
      ? new AppError('unavailable', 'The service has too much to read at once; try again later', {
          retryAfterS,
        })
      : new AppError(
          'too_many_requests',
          'Too many large requests at once; try again when some are answered',
          {
            retryAfterS,
          },
        );
  }

  private admit(): void {
    for (const next of this.waiting) {
      if (!this.fitsOwner(next)) continue;
      if (!this.fits(next)) return;
      this.take(next.owner, next.bytes);
      next.enter();
    }
  }

  private take(owner: string, bytes: number): void {
    this.taken += bytes;
    const own = (this.ofOwners.get(owner) ?? 0) + bytes;
    if (own > 0) this.ofOwners.set(owner, own);
    else this.ofOwners.delete(owner);
  }
}

/** How long a body waits for room before it is refused. */
const TIMEOUT_MS = 5_000;
/** Smaller ones cost less than counting them is worth: most prompts, and all that comes without a token. */
const SMALL_BYTES = 64 * 1024;

/** Keeps the bodies that are worked on at once within what the process's memory has room for. */
@Injectable()
export class BodiesAtOnce {
  private readonly budget: BodyBudget;

  constructor(@Inject(httpConfig.KEY) { maxBodiesAtOnce, maxUserBodiesAtOnce }: HttpConfig) {
    this.budget = new BodyBudget({
      total: maxBodiesAtOnce,
      perOwner: maxUserBodiesAtOnce,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /**
   * Waits for room for a body, which it has until the answer is sent.
   *
   * @param most bytes that the route reads of a body, or keeps of it in memory
   * @throws AppError `too_many_requests` or `unavailable` where there is none for too long
   */
  async hold(request: Request, response: Response, most: number): Promise<Held | undefined> {
    const bytes = expectedBytes(request, most);
    if (bytes <= SMALL_BYTES) return undefined;
    const gone = new AbortController();
    const leave = (): void => gone.abort(new AppError('bad_request', 'The client went away'));
    response.once('close', leave);
    const owner = (request.user as Owner | undefined)?.userId ?? '';
    const held = await this.budget.hold({ owner, bytes }, gone.signal);
    response.off('close', leave);
    if (response.closed) held.release();
    else response.once('close', held.release);
    return held;
  }
}

/** What a body that says nothing of its length, or is packed, may come to. */
function expectedBytes({ headers }: Request, most: number): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return Number.isNaN(length) || isPacked ? most : Math.min(length, most);
}
