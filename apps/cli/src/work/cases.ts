import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { Users } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { CasesModule, ManageCases, type Case } from '@app/cases';
import type { Owner } from '@app/common';
import { CoreModule } from '@app/core';
import { QueueModule } from '@app/queue';
import { RestoringModule, RestoreTexts, type RestoredTexts } from '@app/restoring';

/** Needs PostgreSQL, ENCRYPTION_KEYS and the blob store. */
const PARTS = [CoreModule.register('operator'), QueueModule, CasesModule, RestoringModule];
const PAGE = 100;

/** A case without its name, which may contain personal data. */
export type CaseCounts = Omit<Case, 'name'>;

function countsOf(one: Case): CaseCounts {
  const { name: _, ...counts } = one;
  return counts;
}

/** Returns the open cases that a user may use. The audit trail has an entry of it. */
export const listCases = (userName: string): Promise<CaseCounts[]> =>
  runWith(PARTS, async (app) => {
    const owner = await ownerOf(app.get(Users), userName);
    await app.get(AuditTrail).recordAlone({
      action: 'case.list',
      subject: { type: 'user', id: owner.userId },
      organizationId: owner.organizationId,
    });
    const all: CaseCounts[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await app
        .get(ManageCases)
        .list(owner, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
      all.push(...page.cases.map(countsOf));
      if (page.next === null) return all;
      cursor = page.next;
    }
  });

/** Returns a case, with the number of people who wait for its owner. The audit trail has an entry of it. */
export const showCase = (userName: string, id: string): Promise<CaseCounts & { waiting: number }> =>
  runWith(PARTS, async (app) => {
    const owner = await ownerOf(app.get(Users), userName);
    const found = await app.get(ManageCases).find(owner, id);
    const { waiting } = await app.get(ManageCases).members(owner, found);
    await app.get(AuditTrail).recordAlone({
      action: 'case.show',
      subject: { type: 'case', id },
      organizationId: owner.organizationId,
    });
    return { ...countsOf(found), waiting };
  });

export const deleteCase = (userName: string, id: string): Promise<void> =>
  runWith(PARTS, async (app) => {
    await app.get(ManageCases).delete(await ownerOf(app.get(Users), userName), id);
  });

/** Restores one text with the values of a case. */
export const restoreText = (userName: string, caseId: string, text: string): Promise<RestoredTexts> =>
  runWith(PARTS, async (app) => {
    const owner = await ownerOf(app.get(Users), userName);
    return app.get(RestoreTexts).execute(owner, { texts: [text], format: 'text', caseId });
  });

async function ownerOf(users: Users, userName: string): Promise<Owner> {
  const { id, organizationId } = await users.find(userName);
  return { userId: id, organizationId };
}
