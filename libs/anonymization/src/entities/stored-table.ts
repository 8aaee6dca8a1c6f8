import { inSlices } from '../steps';
import { EntityTable } from './entity-table';

/** `JSON.stringify` of a table, giving way to other work: one may know thousands. */
export const writeTableInSlices = (table: EntityTable): Promise<string> => inSlices(table.writing());

/** The table that was written so. @throws Error where it is none of a known version, or contradicts itself */
export const readTableInSlices = (json: string): Promise<EntityTable> =>
  inSlices(EntityTable.reading(JSON.parse(json)));
