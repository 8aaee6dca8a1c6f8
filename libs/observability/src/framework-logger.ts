import type { LoggerService } from '@nestjs/common';
import type { Log } from './log';

/**
 * Nest's own messages: warnings and errors by their class alone, since their text may quote a request;
 * its chatter at start not at all.
 */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly out: Log) {}

  log(): void {}

  warn(): void {
    this.out.warn('framework.warning');
  }

  error(message: unknown): void {
    this.out.error('framework.error', message);
  }
}
