import { Injectable } from '@nestjs/common';
import { newId, type Owner, type Transaction } from '@app/common';
import { managerOf, statement, type Statement } from '@app/database';

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
  async execute(transaction: Transaction, input: UsageInput): Promise<void> {
    const tx = managerOf(transaction);
    const { text, values } = this.statement(input);
    await tx.query(text, [...values]);
  }

  /** The same as a part of the caller's own statement. */
  statement({ owner, model, promptTokens, completionTokens, source }: UsageInput): Statement {
    const { organizationId, userId } = owner;
    return statement(
      `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), organizationId, userId, model, promptTokens, completionTokens, source],
    );
  }
}
