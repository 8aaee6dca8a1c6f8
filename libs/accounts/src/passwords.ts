import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@app/common';

/** NIST SP 800-63B, section 5.1.1.2. */
const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 1024;

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. The library's default is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of libuv's four threads, so that file access and DNS can use the others. */
const PARALLEL = 2;
const WAITING = 200;

/** Hashes and compares passwords with limited concurrency. */
@Injectable()
export class Passwords {
  private readonly limit = new ConcurrencyLimit(PARALLEL, WAITING);
  private decoy?: Promise<string>;

  async hash(password: string): Promise<string> {
    return this.limit.run(() => hash(password, PARAMETERS));
  }

  /**
   * Returns whether `password` matches the hash. Without a hash it does the same work, so that the response time does
   * not reveal whether a user exists.
   *
   * @throws AppError `unavailable` if too many comparisons wait
   */
  async matches(password: string, passwordHash: string | null | undefined): Promise<boolean> {
    const known = passwordHash ?? (await this.decoyHash());
    const equal = await this.limit.run(() => verify(known, password));
    return equal && known === passwordHash;
  }

  private decoyHash(): Promise<string> {
    return (this.decoy ??= hash(randomBytes(32), PARAMETERS));
  }
}

/** @throws AppError `bad_request` if `password` is too short or too long */
export function checkPassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new AppError(
      'bad_request',
      `A password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    );
}

/** Runs at most `parallel` tasks at once and queues at most `waiting` more. */
export class ConcurrencyLimit {
  private readonly queue: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly parallel: number,
    private readonly waiting: number,
  ) {}

  /** @throws AppError `unavailable` immediately if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.parallel) {
      this.running += 1;
      return;
    }
    if (this.queue.length >= this.waiting)
      throw new AppError('unavailable', 'Too many logins at once; try again in a few seconds', {
        retryAfterS: 5,
      });
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** Passes the slot to the longest waiting task, without freeing it in between. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }
}
