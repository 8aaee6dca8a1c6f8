import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

/** Whether this process was told to stop: then it is no longer ready, and takes no new work. */
@Injectable()
export class Shutdown implements BeforeApplicationShutdown {
  private readonly controller = new AbortController();

  /** Aborted when the process begins to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get begun(): boolean {
    return this.signal.aborted;
  }

  begin(): void {
    this.controller.abort();
  }

  beforeApplicationShutdown(): void {
    this.begin();
  }
}
