import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import type { INestApplicationContext } from '@nestjs/common';
import { pipeline } from 'node:stream/promises';
import { AccountsModule, Organizations } from '@app/accounts';
import {
  ExportAuditEvents,
  ListAuditEvents,
  PruneAuditTrail,
  VerifyAuditTrail,
  type AuditFilter,
  type ExportFormat,
  type ListedAuditEvent,
  type TrailReport,
} from '@app/audit';
import { CoreModule } from '@app/core';

/**
 * @param role the owner of the tables for deletions, because the programs' role may delete only calls from the trail
 */
const parts = (role: 'programs' | 'owner' = 'programs') => [
  CoreModule.withoutKeys('operator', role),
  AccountsModule,
];

/**
 * Lists entries.
 *
 * @param organization an id or exact name; if absent, all organizations
 */
export const listEvents = (filter: AuditFilter, organization?: string): Promise<ListedAuditEvent[]> =>
  runWith(parts(), async (app) =>
    app.get(ListAuditEvents).execute({ ...filter, ...(await only(app, organization)) }),
  );

/**
 * Writes entries to standard output.
 *
 * @param organization an id or exact name; if absent, all organizations
 */
export const exportEvents = (
  filter: Omit<AuditFilter, 'limit'>,
  format: ExportFormat,
  organization?: string,
): Promise<void> =>
  runWith(parts(), async (app) => {
    const lines = app
      .get(ExportAuditEvents)
      .execute({ ...filter, ...(await only(app, organization)) }, format);
    await pipeline(lines, process.stdout, { end: false });
  });

/**
 * Verifies chains.
 *
 * @param organization an id or exact name; if absent, all organizations one after another
 * @param known a hash that one of the chains must contain, or its first digits
 */
export const verifyTrails = (
  organization?: string,
  known?: string,
): Promise<(TrailReport & { organization: string | null })[]> =>
  runWith(parts(), async (app) => {
    const verify = app.get(VerifyAuditTrail);
    const { organizationId } = await only(app, organization);
    const reports = [];
    for (const id of organizationId ? [organizationId] : await verify.organizations()) {
      const report = await verify.execute(id, known);
      reports.push({ organization: id, ...report });
    }
    return reports;
  });

/**
 * Deletes entries.
 *
 * @returns the number of deleted entries
 */
export const pruneEvents = (before: Date): Promise<number> =>
  runWith(parts('owner'), (app) => app.get(PruneAuditTrail).execute(before));

const only = async (
  app: INestApplicationContext,
  organization: string | undefined,
): Promise<{ organizationId?: string }> =>
  organization ? { organizationId: (await app.get(Organizations).find(organization)).id } : {};
