import { runWith } from './run-with'; // First, for the settings that it reads first.
import { AccountsModule, Organizations } from '@app/accounts';
import { ListAuditEvents, PruneAuditTrail, type AuditFilter, type ListedAuditEvent } from '@app/audit';
import { CoreModule } from '@app/core';

/** As the owner of the tables: of the trail the programs' role may read and delete nothing. */
const PARTS = [CoreModule.withoutKeys('operator', 'owner'), AccountsModule];

/** @param organization an id or exact name, where entries of one alone are wanted */
export const listEvents = (filter: AuditFilter, organization?: string): Promise<ListedAuditEvent[]> =>
  runWith(PARTS, async (app) => {
    const found = organization && (await app.get(Organizations).find(organization));
    return app.get(ListAuditEvents).execute({ ...filter, ...(found && { organizationId: found.id }) });
  });

/** @returns how many entries were deleted */
export const pruneEvents = (before: Date): Promise<number> =>
  runWith(PARTS, (app) => app.get(PruneAuditTrail).execute(before));
