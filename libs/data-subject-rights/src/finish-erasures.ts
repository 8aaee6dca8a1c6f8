import { Injectable } from '@nestjs/common';
import { EraseBelongings } from './erase-belongings';
import { ErasuresStore } from './erasures.store';

/** Ends erasures that broke off, and removes what requests under way have written after them. */
@Injectable()
export class FinishErasures {
  constructor(
    private readonly erasures: ErasuresStore,
    private readonly belongings: EraseBelongings,
  ) {}

  /** @param signal ends it after the person that it is at */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.erasures.takeDue();
      if (!due) return;
      const { userId, organizationId, isLast } = due;
      await this.belongings.execute({ userId, organizationId });
      if (isLast) await this.erasures.end(userId);
    }
  }
}
