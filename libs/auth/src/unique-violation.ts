import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL refused a row because `constraint` holds such a one already. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof QueryFailedError &&
  error.driverError instanceof DatabaseError &&
  error.driverError.code === UNIQUE_VIOLATION &&
  error.driverError.constraint === constraint;
