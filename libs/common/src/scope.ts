import type { Owner } from './ids';

/**
 * The scope of work on the rows of all owners: leases, sweeps, retention, operators. Each use is listed with its
 * reason.
 */
export const ALL_OWNERS: unique symbol = Symbol('all owners');

/**
 * The rows that a transaction can access. PostgreSQL enforces it (row-level security): a query without a condition on the
 * owner finds no rows of others. An organization as scope covers the organization's own rows, and none of its users' rows.
 */
export type RowScope = Owner | Pick<Owner, 'organizationId'> | typeof ALL_OWNERS;
