import { QueryFailedError } from 'typeorm';

/** PostgreSQL, appendix A */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether `error` says that the role of the connection may not do this to the database. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  (error.driverError as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE;
