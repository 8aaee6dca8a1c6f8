import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

export interface UsageCount {
  totalTokens: number;
  promptTokens: number;
  completionTokens: number;
  requests: number;
}

export interface UsageReport extends UsageCount {
  byModel: ({ model: string } & UsageCount)[];
  /** UTC days with usage, `YYYY-MM-DD`, in order. */
  byDay: { date: string; totalTokens: number }[];
}

interface Row {
  model: string | null;
  day: string | null;
  prompt: string;
  completion: string;
  requests: string;
}

/** Sums per model and per day, in one pass over the rows that the index finds. */
export const USAGE_QUERY = `
  SELECT model, day, sum(prompt_tokens) AS prompt, sum(completion_tokens) AS completion, count(*) AS requests
  FROM (
    SELECT model, prompt_tokens, completion_tokens,
           to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM token_usage
    WHERE organization_id = $1 AND created_at BETWEEN $2 AND $3
  ) AS calls
  GROUP BY GROUPING SETS ((model), (day))
  ORDER BY model, day`;

/** What an organization used in a span of time, both ends included (contract: Token usage). */
@Injectable()
export class ReadUsage {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async execute(organizationId: string, from: Date, to: Date): Promise<UsageReport> {
    const rows = await this.db.query<Row[]>(USAGE_QUERY, [organizationId, from, to]);
    const byModel = rows.flatMap((row) => (row.model === null ? [] : [{ model: row.model, ...count(row) }]));
    const byDay = rows.flatMap((row) =>
      row.day === null ? [] : [{ date: row.day, totalTokens: count(row).totalTokens }],
    );
    return { ...byModel.reduce(add, { ...NOTHING }), byModel, byDay };
  }
}

const NOTHING: UsageCount = { totalTokens: 0, promptTokens: 0, completionTokens: 0, requests: 0 };

function count({ prompt, completion, requests }: Row): UsageCount {
  const promptTokens = Number(prompt);
  const completionTokens = Number(completion);
  return {
    totalTokens: promptTokens + completionTokens,
    promptTokens,
    completionTokens,
    requests: Number(requests),
  };
}

const add = (a: UsageCount, b: UsageCount): UsageCount => ({
  totalTokens: a.totalTokens + b.totalTokens,
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
  requests: a.requests + b.requests,
});
