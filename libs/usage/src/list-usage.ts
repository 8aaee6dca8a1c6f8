import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';

/** One call of a model. */
export interface UsedCall {
  id: string;
  at: Date;
  model: string;
  promptTokens: number;
  completionTokens: number;
}

const PAGE = 1_000;

/** The calls of models that a person's requests caused, oldest first. */
@Injectable()
export class ListUsage {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async *execute(owner: Owner): AsyncGenerator<UsedCall> {
    let page: UsedCall[] = [];
    do {
      page = await this.page(owner, page.at(-1)?.id);
      yield* page;
    } while (page.length === PAGE);
  }

  private page({ userId, organizationId }: Owner, after?: string): Promise<UsedCall[]> {
    return this.db.query(
      `SELECT id, created_at AS at, model, prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens"
       FROM token_usage
       WHERE organization_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR id > $3)
       ORDER BY id LIMIT $4`,
      [organizationId, userId, after, PAGE],
    );
  }
}
