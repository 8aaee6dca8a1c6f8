import type { Owner } from '@app/common';

/** The condition that every query for a user's data carries. */
export const ownedBy = ({ userId, organizationId }: Owner): Owner => ({ userId, organizationId });
