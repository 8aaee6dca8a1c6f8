/** One of an organization's own, by id: what an admin names. */
export interface MemberRef {
  id: string;
  organizationId: string;
}

/** A user: by name for the operator, who may name anybody; for an admin as one of the organization. */
export type UserRef = string | MemberRef;
