import { AppError } from './app-error';

/** Runs one piece of work for each user at a time, within this process: newer work ends the running one. */
export class NewestOnly {
  private readonly running = new Map<string, AbortController>();

  /** @param message of the error for the work that ends */
  constructor(private readonly message: string) {}

  /**
   * @param signal also ends the work
   * @throws AppError `conflict` if newer work of this user began, when `work` throws the reason of its signal
   */
  async run<T>(userId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.running.get(userId)?.abort(new AppError('conflict', this.message));
    const own = new AbortController();
    this.running.set(userId, own);
    try {
      return await work(AbortSignal.any([own.signal, signal]));
    } finally {
      if (this.running.get(userId) === own) this.running.delete(userId);
    }
  }
}
