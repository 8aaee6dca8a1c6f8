import type { Pool } from 'pg';

/** The size of an organization. */
export interface Size {
  users: number;
  groups: number;
  keys: number;
  /** Model calls over the last hundred days. */
  calls: number;
}

/** Returns an id for the nth row of a kind. */
const ID = (kind: string, nth: string): string => `md5($1::uuid::text || '${kind}' || ${nth})::uuid`;

const FILL: readonly [text: string, counts: readonly (keyof Size)[]][] = [
  [
    `INSERT INTO users (id, organization_id, user_name, login_name, password_hash, active, role)
     SELECT ${ID('user', 'n')}, $1, name, name, 'none', true, 'member'
     FROM generate_series(1, $2::int) AS n CROSS JOIN LATERAL (SELECT 'user-' || n || '-' || $1::uuid AS name) AS names`,
    ['users'],
  ],
  [
    `INSERT INTO groups (id, organization_id, name)
     SELECT ${ID('group', 'n')}, $1, 'Group ' || n FROM generate_series(1, $2::int) AS n`,
    ['groups'],
  ],
  [
    `INSERT INTO group_members (user_id, group_id, organization_id)
     SELECT ${ID('user', 'n')}, ${ID('group', '(n % $3::int + 1)')}, $1 FROM generate_series(1, $2::int) AS n`,
    ['users', 'groups'],
  ],
  [
    `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at)
     SELECT ${ID('key', 'n')}, $1, ${ID('user', '(n % $3::int + 1)')}, 'none', 'Key ' || n, '{chat}', now()
     FROM generate_series(1, $2::int) AS n`,
    ['keys', 'users'],
  ],
  [
    `INSERT INTO token_usage (id, organization_id, user_id, key_id, group_ids, model, prompt_tokens, completion_tokens,
                              source, created_at)
     SELECT gen_random_uuid(), $1, ${ID('user', '(n % $3::int + 1)')},
       CASE WHEN n % 2 = 0 THEN ${ID('key', '(n % $5::int + 1)')} END,
       ARRAY[${ID('group', '(n % $4::int + 1)')}], 'model-' || n % 4, 800, 200, 'provider',
       now() - n * (interval '100 days' / $2::int)
     FROM generate_series(1, $2::int) AS n`,
    ['calls', 'users', 'groups', 'keys'],
  ],
];

/** Creates the organization's users, groups, keys and model calls. */
export async function fillOrganization(db: Pool, organizationId: string, size: Size): Promise<void> {
  for (const [text, counts] of FILL)
    await db.query(text, [organizationId, ...counts.map((count) => size[count])]);
}

/** Creates a budget for the organization, each group and each key, with the monthly sums that workers store. */
export async function fillBudgets(db: Pool, organizationId: string): Promise<void> {
  await db.query(
    `INSERT INTO budgets (id, organization_id, of_group, of_key, unit, soft, hard, counted, counted_until)
     SELECT gen_random_uuid(), $1, of_group, of_key, 'tokens', 8e11, 1e12, 1e6, now() - interval '1 hour'
     FROM (SELECT NULL::uuid AS of_group, NULL::uuid AS of_key
           UNION ALL SELECT id, NULL FROM groups WHERE organization_id = $1
           UNION ALL SELECT NULL, id FROM api_keys WHERE organization_id = $1) AS subjects`,
    [organizationId],
  );
  await db.query('UPDATE organizations SET budgeted = true WHERE id = $1', [organizationId]);
}
