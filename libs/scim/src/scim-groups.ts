import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Groups, GroupsStore, refusing, type MemberRef } from '@app/accounts';
import { AppError, invalid, isId, Transactions, type Transaction } from '@app/common';
import { readGroup, readGroupPatch, type GroupValues, type MemberChange } from './group-values';
import { windowOf, type PageQuery, type Window } from './pages';
import { ScimGroupsStore, type ScimGroup, type ScimMember } from './scim-groups.store';

/** The most members of one answer. */
export const MOST_MEMBERS = 10_000;

export type WantedMembers = 'all' | 'few' | 'none';

export interface GroupWithMembers extends ScimGroup {
  /** Undefined if the request does not want them. */
  members: ScimMember[] | undefined;
}

/**
 * Lets an identity provider manage the groups of an organization by SCIM (contract: SCIM). It sees all groups, and of their
 * members those that it has added; only these it removes. All methods throw AppError `not_found` for a group that the
 * organization does not have.
 */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly store: ScimGroupsStore,
    private readonly groups: Groups,
    private readonly rows: GroupsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param members `few`: without members if the group has too many for one answer
   * @throws AppError `too_large` if the group has too many, and `all` are wanted
   */
  async find(group: MemberRef, members: WantedMembers): Promise<GroupWithMembers> {
    const found = isId(group.id) ? await this.store.find(group) : undefined;
    if (!found) throw noSuchGroup();
    const [whole] = await this.withMembers(group.organizationId, [found], members);
    return whole!;
  }

  /** @throws AppError `bad_request`; `too_large` as in {@link find} */
  async page(
    organizationId: string,
    query: PageQuery,
    members: WantedMembers,
  ): Promise<{ total: number; groups: GroupWithMembers[]; window: Window }> {
    const window = windowOf(query);
    const { total, groups } = await this.store.page(organizationId, query.filter, window);
    return { total, groups: await this.withMembers(organizationId, groups, members), window };
  }

  /** @throws AppError `bad_request`; `conflict` for a name or an external id that the organization has */
  async create(organizationId: string, body: object): Promise<ScimGroup> {
    const values = readGroup(body);
    const id = await this.transactions.runFor({ organizationId }, async (tx) => {
      await this.assertFree(tx, organizationId, values.displayName);
      const { id } = await this.groups.createIn(tx, organizationId, { name: values.displayName });
      const { displayName: _name, ...others } = values;
      await this.apply(tx, { id, organizationId }, others);
      return id;
    });
    return this.find({ id, organizationId }, 'none');
  }

  /** @throws AppError `bad_request`, `conflict` */
  replace(group: MemberRef, body: object): Promise<void> {
    return this.change(group, readGroup(body));
  }

  /** @throws AppError `bad_request`, `conflict` */
  patch(group: MemberRef, body: object): Promise<void> {
    return this.change(group, readGroupPatch(body));
  }

  remove(group: MemberRef): Promise<void> {
    if (!isId(group.id)) throw noSuchGroup();
    return this.groups.remove(group);
  }

  private async change(group: MemberRef, values: GroupValues): Promise<void> {
    if (!isId(group.id)) throw noSuchGroup();
    const { organizationId } = group;
    await this.transactions.runFor({ organizationId }, (tx) => this.apply(tx, group, values));
  }

  private async apply(
    tx: Transaction,
    group: MemberRef,
    { displayName, externalId, members }: GroupValues,
  ): Promise<void> {
    const row = await this.rows.locked(tx, group);
    if (!row) throw noSuchGroup();
    if (displayName !== undefined && displayName !== row.name) {
      await this.assertFree(tx, group.organizationId, displayName);
      await this.groups.renameIn(tx, group, displayName);
    }
    if (externalId !== undefined && externalId !== row.externalId)
      await refusing(
        'groups_external_unique',
        'Another group has this externalId',
        this.rows.change(tx, group, { externalId }),
        'externalId',
      );
    for (const change of members) await this.changeMembers(tx, group, change);
  }

  /** @throws AppError `conflict` that names the attribute */
  private async assertFree(tx: Transaction, organizationId: string, name: string): Promise<void> {
    if (!(await this.rows.byNameIn(tx, organizationId, name))) return;
    throw new AppError('conflict', 'A group of this name exists already', {
      errors: [{ field: 'displayName', message: 'is in use' }],
    });
  }

  private async changeMembers(tx: Transaction, group: MemberRef, { verb, ids }: MemberChange): Promise<void> {
    if (verb !== 'add') {
      const removed = await this.rows.removeByScim(tx, group, verb === 'remove' ? { ids } : { but: ids });
      await this.record(tx, group, 'group.remove', removed);
    }
    if (verb === 'remove' || ids.length === 0) return;
    const known = await this.rows.usersAmong(tx, group.organizationId, ids);
    if (ids.some((id) => !known.has(id)))
      throw invalid('members', 'must be users of the organization, by their id');
    await this.record(tx, group, 'group.add', await this.rows.addByScim(tx, group, [...known]));
  }

  private async record(
    tx: Transaction,
    { organizationId }: MemberRef,
    action: 'group.add' | 'group.remove',
    userIds: readonly string[],
  ): Promise<void> {
    for (const id of userIds)
      await this.trail.record(tx, {
        action,
        reason: 'scim',
        subject: { type: 'user', id },
        organizationId,
      });
  }

  private async withMembers(
    organizationId: string,
    groups: readonly ScimGroup[],
    wanted: WantedMembers,
  ): Promise<GroupWithMembers[]> {
    const without = () => groups.map((group) => ({ ...group, members: undefined }));
    if (wanted === 'none') return without();
    const ids = groups.map(({ id }) => id);
    const members = await this.store.members(organizationId, ids, MOST_MEMBERS + 1);
    if (members.length > MOST_MEMBERS && wanted === 'few') return without();
    if (members.length > MOST_MEMBERS)
      throw new AppError(
        'too_large',
        `The groups have more than ${MOST_MEMBERS} members; ask with excludedAttributes=members`,
      );
    const byGroup = new Map<string, ScimMember[]>(ids.map((id) => [id, []]));
    for (const member of members) byGroup.get(member.groupId)!.push(member);
    return groups.map((group) => ({ ...group, members: byGroup.get(group.id)! }));
  }
}

const noSuchGroup = (): AppError => new AppError('not_found', 'There is no such group');
