/** A member of an organization by id, as an admin refers to them. */
export interface MemberRef {
  id: string;
  organizationId: string;
}

/** A user: by name for the operator, who may refer to any user, or as a member for an admin. */
export type UserRef = string | MemberRef;
