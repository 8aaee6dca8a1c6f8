import { Injectable } from '@nestjs/common';
import { Groups } from '@app/accounts';
import type { ReplacementStyle } from '@app/anonymization';
import { AuditTrail, type AuditEvent } from '@app/audit';
import {
  AppError,
  Clock,
  invalid,
  isId,
  newId,
  Transactions,
  type Owner,
  type Transaction,
} from '@app/common';
import { WriteTombstones } from '@app/tombstones';
import { checkCaseName, MOST_CASES, noSuchCase, type Case } from './case';
import { CasesStore } from './cases.store';

/** The fields of a new case. */
export interface CaseFields {
  name?: string;
  style?: ReplacementStyle;
  expiresAt?: Date;
  groupId?: string;
}

/** The changed fields of a case. Absent fields stay. */
export interface CaseChanges {
  name?: string;
  expiresAt?: Date | null;
  /** The same group again admits who joined it since */
  groupId?: string | null;
}

export interface CasePage {
  cases: Case[];
  /** The cursor of the next page */
  next: string | null;
}

/** A member of a case, and whether it is the owner. */
export interface CaseMember {
  id: string;
  userName: string;
  isOwner: boolean;
}

/** The number of members and of waiting users that are listed. */
const MOST_LISTED = 100;

/** The users who may use a case, and those who wait for its owner. */
export interface CaseMembers {
  /** The first by name. `Case.members` counts all */
  members: CaseMember[];
  /** The number of members of its group that the owner did not admit yet */
  waiting: number;
  /** The first of their names, for the owner only */
  waitingNames: string[];
}

/** Makes, lists, changes and shares cases. Methods with an id throw AppError `not_found` unless the user may use it. */
@Injectable()
export class ManageCases {
  constructor(
    private readonly store: CasesStore,
    private readonly groups: Groups,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `bad_request`; `case_limit` */
  async create(
    owner: Owner,
    { name = '', style = 'surrogates', expiresAt, groupId }: CaseFields,
  ): Promise<Case> {
    const added = {
      id: newId(),
      name: checkCaseName(name),
      style,
      expiresAt: this.future(expiresAt) ?? null,
    };
    await this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.add(tx, owner, added, MOST_CASES)))
        throw new AppError('case_limit', `You have ${MOST_CASES} open cases, the most that are allowed`);
      await this.record(tx, owner, added.id, { action: 'case.create' });
      if (groupId !== undefined) {
        const userIds = await this.groups.heldMembers(tx, owner, groupId);
        await this.share(tx, owner, added.id, { groupId, userIds }, 'case.share');
      }
    });
    return this.find(owner, added.id);
  }

  /** @throws AppError `bad_request` if this service did not write `cursor` */
  async list(member: Owner, { limit, cursor }: { limit: number; cursor?: string }): Promise<CasePage> {
    if (cursor !== undefined && !isId(cursor))
      throw invalid('cursor', 'must be the next_cursor of an earlier page');
    const found = await this.store.page(member, { ...(cursor && { before: cursor }), limit: limit + 1 });
    const cases = found.slice(0, limit);
    return { cases, next: found.length > limit ? cases.at(-1)!.id : null };
  }

  async find(member: Owner, id: string): Promise<Case> {
    const found = isId(id) ? await this.store.find(member, id) : undefined;
    if (!found) throw noSuchCase();
    return found;
  }

  async members(member: Owner, found: Case): Promise<CaseMembers> {
    const members = await this.store.members(member, found.id, MOST_LISTED);
    const { count, userNames } =
      found.groupId === null
        ? { count: 0, userNames: [] }
        : await this.store.waiting(member, found.id, found.groupId, MOST_LISTED);
    const owner = found.isOwner ? member.userId : undefined;
    return {
      members: members.map(({ id, userName }) => ({ id, userName, isOwner: id === owner })),
      waiting: count,
      waitingNames: found.isOwner ? userNames : [],
    };
  }

  /** @throws AppError `forbidden` unless the user owns the case; `not_found` if this ended meanwhile; `bad_request` */
  async change(owner: Owner, id: string, { name, expiresAt, groupId }: CaseChanges): Promise<Case> {
    const found = await this.owned(owner, id);
    await this.transactions.runFor(owner, async (tx) => {
      // Before the case is locked, because the deletion of a group locks its cases after the group.
      const userIds = groupId == null ? [] : await this.groups.heldMembers(tx, owner, groupId);
      if (!(await this.store.lock(tx, owner, id))) throw noSuchCase();
      await this.store.change(tx, owner, id, {
        ...(name !== undefined && { name: checkCaseName(name) }),
        ...(expiresAt !== undefined && { expiresAt: expiresAt && this.future(expiresAt)! }),
      });
      const action = groupId === found.groupId ? 'case.admit' : 'case.share';
      if (groupId != null) await this.share(tx, owner, id, { groupId, userIds }, action);
      if (groupId === null && found.groupId !== null) {
        await this.store.share(tx, owner, id);
        await this.record(tx, owner, id, { action: 'case.unshare' });
      }
    });
    return this.find(owner, id);
  }

  /**
   * Deletes a case and destroys its key: nothing restores its values any more.
   *
   * @throws AppError `forbidden` unless the user owns the case; `not_found` if this ended meanwhile; `unavailable` if the
   *   tombstone is not written yet
   */
  async delete(owner: Owner, id: string): Promise<void> {
    await this.owned(owner, id);
    await this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.delete(tx, owner, id))) throw noSuchCase();
      await this.record(tx, owner, id, { action: 'case.delete' });
    });
    await this.tombstones.execute();
  }

  /** @throws AppError `not_found`; `forbidden` unless the user owns the case */
  async owned(owner: Owner, id: string): Promise<Case> {
    const found = await this.find(owner, id);
    if (!found.isOwner) throw new AppError('forbidden', 'Only the owner of the case may do this');
    return found;
  }

  private async share(
    tx: Transaction,
    owner: Owner,
    id: string,
    share: { groupId: string; userIds: string[] },
    action: 'case.share' | 'case.admit',
  ): Promise<void> {
    const members = await this.store.share(tx, owner, id, share);
    await this.record(tx, owner, id, { action, counts: { members } });
  }

  private future(expiresAt: Date | undefined): Date | undefined {
    if (expiresAt !== undefined && expiresAt <= this.clock.now())
      throw invalid('expires_at', 'must be in the future');
    return expiresAt;
  }

  private record(
    tx: Transaction,
    { organizationId }: Owner,
    id: string,
    event: Pick<AuditEvent, 'action' | 'counts'>,
  ): Promise<void> {
    return this.trail.record(tx, { ...event, organizationId, subject: { type: 'case', id } });
  }
}
