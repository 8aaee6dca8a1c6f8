import type { Owner } from '@app/common';

/** The one condition that scopes a query by its owner. */
export const ownedBy = ({ userId, organizationId }: Owner): Owner => ({ userId, organizationId });
