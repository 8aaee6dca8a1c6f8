import { uuidv7 } from 'uuidv7';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 (RFC 9562, section 5.7): ordered by time of making. */
export const newId = (): string => uuidv7();

/** Whether `value` has the form of an identifier, so that it may be put into a query. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Whose data it is. Every query for a user's rows carries both. */
export interface Owner {
  userId: string;
  organizationId: string;
}

/** Who calls, and what that depends on beside whose data it is. */
export interface Caller extends Owner {
  /** Not given: a person calls. */
  key?: { readonly id: string };
  /** Ids of the groups that the user is in. */
  groups: readonly string[];
  /** Whether the organization has budgets at all: where it has none, nothing is looked up. Not given: it is not known. */
  budgeted?: boolean;
}
