import { CreateDataKeys1763700000000 } from './1763700000000-create-data-keys';
import { CreateAccounts1763700100000 } from './1763700100000-create-accounts';

/** Every migration, oldest first. A released one is never edited. */
export const MIGRATIONS = [CreateDataKeys1763700000000, CreateAccounts1763700100000];
