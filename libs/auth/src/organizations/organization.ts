import type { Grant } from './grant';
import type { OrganizationRow } from './organization.entity';

/** An organization as an operator sees it. */
export interface Organization {
  id: string;
  name: string;
  active: boolean;
  grants: readonly Grant[];
  createdAt: Date;
}

export const toOrganization = ({ id, name, active, grants, createdAt }: OrganizationRow): Organization => ({
  id,
  name,
  active,
  grants: grants.toSorted(),
  createdAt,
});
