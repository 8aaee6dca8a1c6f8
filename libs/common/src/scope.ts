import type { Owner } from './ids';

/** What works on rows whosever they are: leases, sweeps, retention, operators. Each place is listed with its reason. */
export const ALL_OWNERS = 'all owners';

/**
 * Whose rows a transaction reaches. PostgreSQL holds it (row-level security): a query that forgets to ask for its owner
 * finds nothing of others. An organization alone reaches what is the organization's, and nothing of its users.
 */
export type RowScope = Owner | Pick<Owner, 'organizationId'> | typeof ALL_OWNERS;
