import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { runOnce, statement, type Statement } from '@app/database';
import { rowsToShow } from './small-groups';

/** A model call. */
export interface UsedCall {
  id: string;
  at: Date;
  model: string;
  promptTokens: number;
  completionTokens: number;
}

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

interface SumRow {
  model: string | null;
  day: string | null;
  prompt: string;
  completion: string;
  requests: string;
}

/** Sums per model and per day, in one pass over the rows of the index. */
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

/** Sums per model over the calls of a user, with their personal keys, and of service accounts. */
const OWN_USAGE = `
  SELECT calls.model, sum(calls.prompt_tokens) AS prompt, sum(calls.completion_tokens) AS completion, count(*) AS requests
  FROM token_usage AS calls LEFT JOIN users AS caller ON caller.id = calls.user_id
  WHERE calls.organization_id = $1 AND calls.created_at BETWEEN $2 AND $3
    AND (calls.user_id = $4 OR caller.id IS NOT NULL AND caller.role IS NULL)
  GROUP BY 1`;

/** The dimensions of usage. */
export const USAGE_BY = ['day', 'model', 'group', 'key', 'user', 'protection'] as const;
export type UsageBy = (typeof USAGE_BY)[number];

/** The usage of one day, model, group, key or user. */
export interface UsageShare extends UsageCount {
  /**
   * A UTC day, a model, a level of protection, or the id of a group, key or user. Null if there is none, or the user
   * may not be shown; for levels, recordings and calls before the level was counted.
   */
  of: string | null;
  /** At the prices of each call, by currency, without calls that have no price. */
  costs: { currency: string; micros: number }[];
}

interface ShareRow extends Omit<SumRow, 'model' | 'day'> {
  of: string | null;
  currency: string | null;
  micros: string | null;
}

/** The value of each dimension for a call; `$4`: whether usage of individuals may be shown. */
const SHARES: Readonly<Record<UsageBy, { of: string; joined?: string }>> = {
  day: { of: `to_char(calls.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')` },
  model: { of: 'calls.model' },
  // By the user's groups at that time. A call of a user in two groups counts for both.
  group: {
    of: 'of_group.id::text',
    joined: 'LEFT JOIN LATERAL unnest(calls.group_ids) AS of_group (id) ON true',
  },
  // By keys of service accounts only, because a user's keys reveal the usage of an individual.
  key: {
    of: 'CASE WHEN $4 OR users.role IS NULL AND users.id IS NOT NULL THEN calls.key_id::text END',
    joined: 'LEFT JOIN users ON users.id = calls.user_id',
  },
  user: { of: 'CASE WHEN $4 THEN calls.user_id::text END' },
  protection: { of: 'calls.protection' },
};

/**
 * Dimensions in which a share with one caller reveals an individual's usage, because the members of a group and the
 * users of a model are known.
 */
const BY_CALLERS: ReadonlySet<UsageBy> = new Set(['group', 'model']);

/** A time range and a dimension. */
export interface SharesAsked {
  by: UsageBy;
  from: Date;
  to: Date;
  /** Whether usage of individuals may be shown. */
  byPerson: boolean;
}

const sharesOf = (organizationId: string, { by, from, to, byPerson }: SharesAsked): Statement =>
  statement(
    `SELECT ${SHARES[by].of} AS of, calls.currency, sum(calls.prompt_tokens) AS prompt,
       sum(calls.completion_tokens) AS completion, count(*) AS requests, sum(calls.cost_micros) AS micros
     FROM token_usage AS calls ${SHARES[by].joined ?? ''}
     WHERE calls.organization_id = $1 AND calls.created_at BETWEEN $2 AND $3 AND $4::boolean IS NOT NULL
     GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 2`,
    [organizationId, from, to, byPerson],
  );

/**
 * Returns a query for the users of each share. All erased users count as none, and calls of service accounts have no
 * user.
 */
const callersOf = (organizationId: string, { by, from, to, byPerson }: SharesAsked): Statement =>
  statement(
    `SELECT ${SHARES[by].of} AS of,
       coalesce(array_agg(DISTINCT calls.user_id) FILTER (WHERE caller.role IS NOT NULL), '{}') AS persons,
       bool_and(caller.id IS NOT NULL AND caller.role IS NULL) AS "ofPrograms"
     FROM token_usage AS calls ${SHARES[by].joined ?? ''}
     LEFT JOIN users AS caller ON caller.id = calls.user_id
     WHERE calls.organization_id = $1 AND calls.created_at BETWEEN $2 AND $3 AND $4::boolean IS NOT NULL
     GROUP BY 1`,
    [organizationId, from, to, byPerson],
  );

interface CallersRow {
  of: string | null;
  persons: string[];
  /** Whether only service accounts made these calls. */
  ofPrograms: boolean;
}

const PAGE = 1_000;

/** Reads the usage of organizations, model calls and sums over them, and unlinks erased users. `CountedCallsStore` adds calls. */
@Injectable()
export class UsageStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns an organization's usage in a time range, both ends included (contract: Token usage). */
  async report(organizationId: string, from: Date, to: Date): Promise<UsageReport> {
    const sums = statement(USAGE_QUERY, [organizationId, from, to]);
    const { rows } = await runOnce<SumRow>(this.db, sums, { organizationId });
    const byModel = rows.flatMap((row) => (row.model === null ? [] : [{ model: row.model, ...count(row) }]));
    const byDay = rows.flatMap((row) =>
      row.day === null ? [] : [{ date: row.day, totalTokens: count(row).totalTokens }],
    );
    return { ...byModel.reduce(add, { ...NOTHING }), byModel, byDay };
  }

  /**
   * Returns what a user may see of the usage by model: a model with few callers has only the user's own calls and those of
   * service accounts.
   *
   * @param byPerson whether usage of individuals may be shown
   */
  async byModelFor(
    { userId, organizationId }: Owner,
    byModel: UsageReport['byModel'],
    { from, to, byPerson }: Pick<SharesAsked, 'from' | 'to' | 'byPerson'>,
  ): Promise<UsageReport['byModel']> {
    if (byPerson) return byModel;
    const large = await this.largeShares(organizationId, { by: 'model', from, to });
    const sums = statement(OWN_USAGE, [organizationId, from, to, userId]);
    const { rows } = await runOnce<SumRow>(this.db, sums, { organizationId });
    const own = new Map(rows.map((row) => [row.model, count(row)]));
    return byModel.flatMap((row) => {
      if (large.has(row.model)) return row;
      const ofCaller = own.get(row.model);
      return ofCaller ? { model: row.model, ...ofCaller } : [];
    });
  }

  /**
   * Returns the usage in shares, sorted by their dimension with null last. If usage per user is off, groups and models
   * with few callers are omitted.
   */
  async shares(organizationId: string, asked: SharesAsked): Promise<UsageShare[]> {
    const { rows } = await runOnce<ShareRow>(this.db, sharesOf(organizationId, asked), { organizationId });
    const shares = new Map<string | null, UsageShare>();
    for (const row of rows) {
      const { of, currency, micros } = row;
      const share = shares.get(of) ?? { of, costs: [], ...NOTHING };
      const costs = currency === null ? [] : [{ currency, micros: Number(micros) }];
      shares.set(of, { ...share, ...add(share, count(row)), costs: [...share.costs, ...costs] });
    }
    if (asked.byPerson || !BY_CALLERS.has(asked.by)) return [...shares.values()];
    const large = await this.largeShares(organizationId, asked);
    return [...shares.values()].filter(({ of }) => large.has(of));
  }

  /**
   * Returns the shares that may be shown if usage per user is off: those with enough users, and those of service
   * accounts only.
   */
  async largeShares(
    organizationId: string,
    asked: Omit<SharesAsked, 'byPerson'>,
  ): Promise<ReadonlySet<string | null>> {
    const query = callersOf(organizationId, { ...asked, byPerson: false });
    const { rows } = await runOnce<CallersRow>(this.db, query, { organizationId });
    const ofPersons = rows.filter(({ ofPrograms }) => !ofPrograms);
    const shown = rowsToShow(new Map(ofPersons.map(({ of, persons }) => [of, new Set(persons)])));
    for (const { of, ofPrograms } of rows) if (ofPrograms) shown.add(of);
    return shown;
  }

  /** Yields the model calls of a user's requests, oldest first. */
  async *calls(owner: Owner): AsyncGenerator<UsedCall> {
    let page: UsedCall[] = [];
    do {
      page = await this.page(owner, page.at(-1)?.id);
      yield* page;
    } while (page.length === PAGE);
  }

  /**
   * Removes an erased user from their calls, which stay in the organization's usage (contract: Token usage).
   *
   * @returns the number of calls
   */
  async unlink({ userId, organizationId }: Owner): Promise<number> {
    const unlinking = statement(
      'UPDATE token_usage SET user_id = NULL, key_id = NULL WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    const { count } = await runOnce(this.db, unlinking, { organizationId });
    return count;
  }

  private async page({ userId, organizationId }: Owner, after?: string): Promise<UsedCall[]> {
    const calls = statement(
      `SELECT id, created_at AS at, model, prompt_tokens AS "promptTokens", completion_tokens AS "completionTokens"
       FROM token_usage
       WHERE organization_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR id > $3)
       ORDER BY id LIMIT $4`,
      [organizationId, userId, after, PAGE],
    );
    return (await runOnce<UsedCall>(this.db, calls, { organizationId })).rows;
  }
}

const NOTHING: UsageCount = { totalTokens: 0, promptTokens: 0, completionTokens: 0, requests: 0 };

function count({
  prompt,
  completion,
  requests,
}: Pick<SumRow, 'prompt' | 'completion' | 'requests'>): UsageCount {
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
