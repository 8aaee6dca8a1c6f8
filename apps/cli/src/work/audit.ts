import { runWith } from './run-with'; // First, for the settings that it reads first.
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

/** @param role the owner of the tables for what deletes: of the trail the programs' role may delete nothing but calls */
const parts = (role: 'programs' | 'owner' = 'programs') => [
  CoreModule.withoutKeys('operator', role),
  AccountsModule,
];

/** @param organization an id or exact name, where entries of one alone are wanted */
export const listEvents = (filter: AuditFilter, organization?: string): Promise<ListedAuditEvent[]> =>
  runWith(parts(), async (app) =>
    app.get(ListAuditEvents).execute({ ...filter, ...(await only(app, organization)) }),
  );

/** On standard output. @param organization an id or exact name, where entries of one alone are wanted */
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
 * @param organization an id or exact name; not given: everybody's, one after another
 * @param known a hash that must stand in a chain of one of them
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

/** @returns how many entries were deleted */
export const pruneEvents = (before: Date): Promise<number> =>
  runWith(parts('owner'), (app) => app.get(PruneAuditTrail).execute(before));

const only = async (
  app: INestApplicationContext,
  organization: string | undefined,
): Promise<{ organizationId?: string }> =>
  organization ? { organizationId: (await app.get(Organizations).find(organization)).id } : {};
