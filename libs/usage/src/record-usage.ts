import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId, type Owner } from '@app/common';
import { TokenUsageRow } from './token-usage.entity';

export interface UsageInput {
  owner: Owner;
  model: string;
  promptTokens: number;
  completionTokens: number;
  source: 'provider' | 'tokenizer';
}

/** Notes what one model call cost, in the transaction of what it was for. */
@Injectable()
export class RecordUsage {
  async execute(tx: EntityManager, { owner, ...call }: UsageInput): Promise<void> {
    const { organizationId, userId } = owner;
    await tx.insert(TokenUsageRow, { id: newId(), organizationId, userId, ...call });
  }
}
