/** Whose data it is. Every query for a user's rows carries both. */
export interface Owner {
  userId: string;
  organizationId: string;
}
