import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, type Owner } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';

export interface BudgetLimits {
  /** Maximum bytes of all bodies together. */
  total: number;
  /** Maximum bytes of all bodies of one owner. */
  perOwner: number;
  /** How long a body may wait for room. */
  timeoutMs: number;
}

/** A reservation for a body. */
export interface Held {
  /** Releases the bytes that the body does not need. */
  shrinkTo(bytes: number): void;
  /** Releases all reserved bytes. Idempotent. */
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
 * Limits the memory of the bodies that one process works on, since each body costs a multiple of its bytes until its
 * request ends. Without free memory a body waits unread, which applies back-pressure to its sender, and is refused
 * after a timeout. A body larger than the limit runs alone.
 */
export class BodyBudget {
  private taken = 0;
  private readonly ofOwners = new Map<string, number>();
  /** First come, first served. A body that waits for its owner's other bodies does not block other owners. */
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: BudgetLimits) {}

  /**
   * Reserves bytes.
   * @param signal aborted if the client disconnects
   * @throws AppError `too_many_requests` if the owner's bodies use the owner's limit, `unavailable` if all bodies use
   * the total; or the signal's reason
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

  /** Returns whether another body waits for the process's memory. Small bodies must not overtake large ones forever. */
  private isHeldUp(asked: Asked): boolean {
    return this.fitsOwner(asked) && [...this.waiting].some((other) => this.fitsOwner(other));
  }

  /** Resolves when `admit` has reserved the bytes. */
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
      ? new AppError('unavailable', 'The service is processing too many large requests; try again later', {
          retryAfterS,
        })
      : new AppError(
          'too_many_requests',
          'You have too many large requests at once; try again when some are answered',
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

/** How long a body waits for memory before it is refused. */
const TIMEOUT_MS = 5_000;
/** Counting smaller bodies costs more than it saves: most prompts, and all requests without a token. */
const SMALL_BYTES = 64 * 1024;

/** Bounds the memory of the bodies that are processed at the same time. */
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
   * Waits until a body's bytes are reserved. They are released when the response is sent.
   *
   * @param most maximum bytes that the route reads or keeps in memory
   * @throws AppError `too_many_requests` or `unavailable` after the timeout
   */
  async hold(request: Request, response: Response, most: number): Promise<Held | undefined> {
    const bytes = expectedBytes(request, most);
    if (bytes <= SMALL_BYTES) return undefined;
    const gone = new AbortController();
    const leave = (): void => gone.abort(new AppError('bad_request', 'The client disconnected'));
    response.once('close', leave);
    const owner = (request.user as Owner | undefined)?.userId ?? '';
    const held = await this.budget.hold({ owner, bytes }, gone.signal);
    response.off('close', leave);
    if (response.closed) held.release();
    else response.once('close', held.release);
    return held;
  }
}

/** Returns the maximum size of a body that has no length or is compressed. */
function expectedBytes({ headers }: Request, most: number): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return Number.isNaN(length) || isPacked ? most : Math.min(length, most);
}
