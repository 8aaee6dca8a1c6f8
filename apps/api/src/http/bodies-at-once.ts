import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, type Owner } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { BodyBudget, type Held } from './body-budget';

/** How long a body waits for room before it is refused. */
const PATIENCE_MS = 5_000;
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
      patienceMs: PATIENCE_MS,
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
