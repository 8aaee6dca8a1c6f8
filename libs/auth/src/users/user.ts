import type { UserRow } from './user.entity';

/** A user as an operator sees one. */
export interface User {
  id: string;
  userName: string;
  organizationId: string;
  active: boolean;
  createdAt: Date;
}

export const toUser = ({ id, userName, organizationId, active, createdAt }: UserRow): User => ({
  id,
  userName,
  organizationId,
  active,
  createdAt,
});
