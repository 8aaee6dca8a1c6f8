import { uuidv7 } from 'uuidv7';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns a new UUIDv7 (RFC 9562, section 5.7), ordered by creation time. */
export const newId = (): string => uuidv7();

/** Returns whether `value` has the form of an id, so that it may be used in a query. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** The owner of data. Every query for a user's rows contains both ids. */
export interface Owner {
  userId: string;
  organizationId: string;
}

/** The caller of a request: the owner, and the attributes that limits and policies depend on. */
export interface Caller extends Owner {
  /** If absent, a person calls without a key. */
  key?: { readonly id: string };
  /** Ids of the groups that the user is in. */
  groups: readonly string[];
  /** Whether the organization has any budget. If false, budgets are not looked up. If absent, it is unknown. */
  budgeted?: boolean;
}
