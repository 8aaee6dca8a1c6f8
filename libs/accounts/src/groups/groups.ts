import { Injectable } from '@nestjs/common';
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
import { checkName } from '../check-name';
import { limitEvents, withLimits, type LimitChanges, type StoredLimits } from '../limits';
import { readPage, type Page, type PageRequest } from '../page';
import type { MemberRef, UserRef } from '../user-ref';
import { Users } from '../users';
import type { GroupRow } from './groups.entities';
import { GroupsStore, type GroupMember } from './groups.store';

/** Users of an organization who share limits. */
export interface Group {
  id: string;
  name: string;
  rateLimits: StoredLimits;
  createdAt: Date;
}

/** The fields of a new group, or the changed fields of an existing one. Absent fields stay unchanged. */
export interface GroupChanges {
  name?: string;
  limits?: LimitChanges;
}

/** Manages groups for admins and the operator. Methods throw AppError `not_found` if the group does not exist. */
@Injectable()
export class Groups {
  constructor(
    private readonly store: GroupsStore,
    private readonly users: Users,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  page(organizationId: string, request: PageRequest): Promise<Page<Group>> {
    return readPage(request, (limit) => this.store.page(organizationId, { ...request, limit }), toGroup);
  }

  /**
   * Finds a group by id or exact name.
   *
   * @throws AppError `not_found`
   */
  async find(organizationId: string, idOrName: string): Promise<Group> {
    const group = isId(idOrName)
      ? await this.store.find({ id: idOrName, organizationId })
      : await this.store.byName(organizationId, idOrName);
    return toGroup(found(group));
  }

  /** @throws AppError `bad_request`, or `conflict` if the name exists */
  async create(organizationId: string, group: GroupChanges & { name: string }): Promise<Group> {
    return this.transactions.runFor({ organizationId }, (tx) => this.createIn(tx, organizationId, group));
  }

  /** Creates a group in a transaction of the organization. @throws AppError like {@link create} */
  async createIn(
    tx: Transaction,
    organizationId: string,
    { name, limits = {} }: GroupChanges & { name: string },
  ): Promise<Group> {
    const row = {
      id: newId(),
      organizationId,
      name: checkGroupName(name),
      rateLimits: withLimits({}, limits),
      externalId: null,
      createdAt: this.clock.now(),
    };
    await this.store.add(tx, row);
    for (const event of [{ action: 'group.create' } as const, ...limitEvents(limits)])
      await this.record(tx, row, event);
    return toGroup(row);
  }

  /** Renames a locked group. @throws AppError `bad_request`, or `conflict` if the name exists */
  async renameIn(tx: Transaction, group: MemberRef, name: string): Promise<void> {
    await this.store.change(tx, group, { name: checkGroupName(name) });
    await this.record(tx, group, { action: 'group.rename' });
  }

  /** @throws AppError `not_found`, `bad_request`, or `conflict` if the name exists */
  async change(group: MemberRef, { name, limits = {} }: GroupChanges): Promise<Group> {
    return this.transactions.runFor(scopeOf(group), async (tx) => {
      const row = await this.locked(tx, group);
      const change = {
        rateLimits: withLimits(row.rateLimits, limits),
        ...(name !== undefined && { name: checkGroupName(name) }),
      };
      await this.store.change(tx, group, change);
      if (name !== undefined) await this.record(tx, group, { action: 'group.rename' });
      for (const event of limitEvents(limits)) await this.record(tx, group, event);
      return toGroup({ ...row, ...change });
    });
  }

  /** @throws AppError `not_found` */
  async remove(group: MemberRef): Promise<void> {
    await this.transactions.runFor(scopeOf(group), async (tx) => {
      await this.locked(tx, group);
      await this.store.remove(tx, group);
      await this.record(tx, group, { action: 'group.delete' });
    });
  }

  /** @throws AppError `not_found` */
  async members(group: MemberRef, request: PageRequest): Promise<Page<GroupMember>> {
    found(isId(group.id) ? await this.store.find(group) : null);
    const read = (limit: number) => this.store.members(group, { ...request, limit });
    return readPage(request, read, (member) => member);
  }

  /** Returns the names of a user's groups. */
  namesOf(user: MemberRef): Promise<string[]> {
    return this.store.namesOf(user);
  }

  /** Returns id and name of a user's groups, by name. */
  ofMember(user: MemberRef): Promise<{ id: string; name: string }[]> {
    return this.store.ofMember(user);
  }

  /**
   * Returns the ids of the members of one of a user's groups, with which the user shares something. The group and its members
   * stay until the transaction ends, which is in the scope of the organization.
   *
   * @throws AppError `bad_request` unless the group is one of the user's
   */
  async heldMembers(
    tx: Transaction,
    { userId, organizationId }: Owner,
    groupId: string | null,
  ): Promise<string[]> {
    const members = isId(groupId) ? await this.store.heldMemberIds(tx, { id: groupId, organizationId }) : [];
    if (!members.includes(userId)) throw invalid('group_id', 'must be the id of one of your groups');
    return members;
  }

  /** Returns the names of those of the ids that name a group of the organization. */
  namesAmong(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    return this.store.namesAmong(organizationId, ids);
  }

  /** Returns the ids of those groups of the organization that have one of the names. */
  idsOf(organizationId: string, names: readonly string[]): Promise<Map<string, string>> {
    return this.store.idsOf(organizationId, names);
  }

  /**
   * Adds a user that the transaction has created.
   *
   * @throws AppError `conflict` if the group was deleted meanwhile
   */
  async addNewUser(tx: Transaction, group: MemberRef, userId: string): Promise<void> {
    const { organizationId } = group;
    if (!(await this.store.locked(tx, group)))
      throw new AppError('conflict', 'A group was deleted meanwhile; read the groups again');
    await this.store.addMember(tx, { groupId: group.id, userId, organizationId });
    const subject = { type: 'user', id: userId } as const;
    await this.trail.record(tx, { action: 'group.add', subject, organizationId });
  }

  /**
   * Adds a member. Does nothing if the user is a member already.
   *
   * @throws AppError `not_found` for the group or the user
   */
  addMember(group: MemberRef, user: UserRef): Promise<void> {
    return this.changeMember(group, user, 'add');
  }

  /**
   * Removes a member. Does nothing if the user is not a member.
   *
   * @throws AppError `not_found` for the group or the user
   */
  removeMember(group: MemberRef, user: UserRef): Promise<void> {
    return this.changeMember(group, user, 'remove');
  }

  private async changeMember(group: MemberRef, user: UserRef, verb: 'add' | 'remove'): Promise<void> {
    const { id: userId, organizationId } = await this.users.find(user);
    await this.transactions.runFor(scopeOf(group), async (tx) => {
      await this.locked(tx, group);
      if (organizationId !== group.organizationId)
        throw new AppError('bad_request', 'The user does not belong to the organization of the group');
      const member = { groupId: group.id, userId, organizationId };
      const changed = verb === 'add' ? this.store.addMember(tx, member) : this.store.removeMember(tx, member);
      if (await changed)
        await this.trail.record(tx, {
          action: `group.${verb}`,
          subject: { type: 'user', id: userId },
          organizationId,
        });
    });
  }

  private async locked(tx: Transaction, group: MemberRef): Promise<GroupRow> {
    return found(isId(group.id) ? await this.store.locked(tx, group) : null);
  }

  private record(tx: Transaction, { id, organizationId }: MemberRef, event: AuditEvent): Promise<void> {
    return this.trail.record(tx, { ...event, subject: { type: 'group', id }, organizationId });
  }
}

const scopeOf = ({ organizationId }: MemberRef): Pick<MemberRef, 'organizationId'> => ({ organizationId });

function found(group: GroupRow | null): GroupRow {
  if (group) return group;
  throw new AppError('not_found', 'There is no such group');
}

/** Names must not look like ids, because commands accept either. */
function checkGroupName(name: string): string {
  const checked = checkName(name);
  if (!isId(checked)) return checked;
  throw new AppError('bad_request', 'The name of a group must not be a UUID');
}

const toGroup = ({ id, name, rateLimits, createdAt }: GroupRow): Group => ({
  id,
  name,
  rateLimits,
  createdAt,
});
