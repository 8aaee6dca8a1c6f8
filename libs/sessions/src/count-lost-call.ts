import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { estimateUsage, type ChatMessage, type TokenUsage } from '@app/llm';
import { RecordUsage } from '@app/usage';

export interface LostCall {
  model: string;
  messages: readonly ChatMessage[];
  /** What came of the answer. */
  answer: string;
  /** What the provider said that it cost, if it came so far. */
  usage?: TokenUsage;
}

/** A call whose turn is not kept was paid for all the same: counts its tokens (contract: Chat). */
@Injectable()
export class CountLostCall {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly usage: RecordUsage,
  ) {}

  async execute(owner: Owner, { model, messages, answer, usage }: LostCall): Promise<void> {
    const cost = usage ?? (await estimateUsage(messages, answer));
    await this.usage.execute(this.db.manager, { owner, model, ...cost });
  }
}
