import type { Owner } from '@app/common';

/** Whose data is exported. */
export interface ExportedPerson extends Owner {
  userName: string;
}
