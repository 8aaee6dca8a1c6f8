import { CreateDataKeys1763700000000 } from './1763700000000-create-data-keys';

/** Every migration, oldest first. A released one is never edited. */
export const MIGRATIONS = [CreateDataKeys1763700000000];
