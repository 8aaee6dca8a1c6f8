import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import {
  AccountsStore,
  EMPTY_PROFILE,
  isUserName,
  loginName,
  UserProfilesStore,
  Users,
  type MemberRef,
  type UserProfile,
} from '@app/accounts';
import { AppError, Clock, invalid, isId, Transactions, type Transaction } from '@app/common';
import { windowOf, type PageQuery, type Window } from './pages';
import { ScimUsersStore, type ScimUser } from './scim-users.store';
import { readUser, readUserPatch, type UserValues } from './user-values';

/**
 * Lets an identity provider manage the users of an organization by SCIM (contract: SCIM). New users have the role member
 * and no password. All methods throw AppError `not_found` for a user that the organization does not have or that the
 * provider has deleted.
 */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly store: ScimUsersStore,
    private readonly users: Users,
    private readonly accounts: AccountsStore,
    private readonly profiles: UserProfilesStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async find(user: MemberRef): Promise<ScimUser> {
    const found = isId(user.id) ? await this.store.find(user) : undefined;
    if (found) return found;
    throw noSuchUser();
  }

  /** @throws AppError `bad_request` */
  async page(
    organizationId: string,
    query: PageQuery,
  ): Promise<{ total: number; users: ScimUser[]; window: Window }> {
    const window = windowOf(query);
    return { ...(await this.store.page(organizationId, query.filter, window)), window };
  }

  /**
   * Creates a user, or returns the one with the same name and external id that the provider has deleted, as a member.
   *
   * @throws AppError `bad_request`; `conflict` for a name or an external id that the organization has
   */
  async create(organizationId: string, body: object): Promise<ScimUser> {
    const { userName, active = true, ...values } = readUser(body);
    if (!isUserName(userName)) throw invalid('userName', 'must be an e-mail address');
    const known = await this.accounts.user(loginName(userName));
    const id = await this.transactions.runFor({ organizationId }, async (tx) => {
      const deleted = known && (await this.deletedOne(tx, organizationId, known, values.externalId));
      const { id } = deleted
        ? await this.users.changeIn(tx, deleted, { role: 'member', ...(active && { active }) })
        : await this.users.add(tx, { userName, organizationId, role: 'member', active });
      await this.saveProfile(tx, { id, organizationId }, { ...EMPTY_PROFILE, ...values });
      return id;
    });
    return this.find({ id, organizationId });
  }

  /** Returns whether a replacement deactivates a user and leaves all other attributes unchanged. @throws AppError `bad_request` */
  async isDeactivation(user: MemberRef, body: object): Promise<boolean> {
    const { active, ...values } = readUser(body);
    const stored: UserValues = await this.find(user);
    const isSame = (name: keyof typeof values) => values[name] === stored[name];
    return active === false && (Object.keys(values) as (keyof typeof values)[]).every(isSame);
  }

  /** Replaces all attributes. @throws AppError `bad_request`, `conflict` */
  replace(user: MemberRef, body: object): Promise<ScimUser> {
    return this.change(user, readUser(body));
  }

  /** @throws AppError `bad_request`, `conflict` */
  patch(user: MemberRef, body: object): Promise<ScimUser> {
    return this.change(user, readUserPatch(body));
  }

  /** Deactivates the user. Only an admin erases data. @throws AppError `conflict` for the last admin */
  async remove(user: MemberRef): Promise<void> {
    await this.find(user);
    await this.transactions.runFor({ organizationId: user.organizationId }, async (tx) => {
      await this.users.changeIn(tx, user, { active: false });
      const known = await this.profiles.findIn(tx, user);
      const profile = { ...EMPTY_PROFILE, ...known, removedAt: this.clock.now() };
      await this.profiles.save(tx, user, profile);
    });
  }

  private async change(user: MemberRef, { userName, active, ...values }: UserValues): Promise<ScimUser> {
    const before = await this.find(user);
    const isRenamed = userName !== undefined && userName !== before.userName;
    const isSwitched = active !== undefined && active !== before.active;
    if (isRenamed) await this.assertFree(user, userName);
    await this.transactions.runFor({ organizationId: user.organizationId }, async (tx) => {
      if (isRenamed) await this.assertMayRename(tx, user);
      if (isRenamed || isSwitched)
        await this.users.changeIn(tx, user, {
          ...(isRenamed && { userName }),
          ...(isSwitched && { active }),
        });
      // Concurrent changes of the provider wait here, so that none is lost.
      await this.accounts.lockedUser(tx, user.id);
      const known = (await this.profiles.findIn(tx, user)) ?? EMPTY_PROFILE;
      const profile = { ...EMPTY_PROFILE, ...known, ...values };
      if (PARTS.some((part) => profile[part] !== known[part])) await this.saveProfile(tx, user, profile);
    });
    return this.find(user);
  }

  private async saveProfile(tx: Transaction, user: MemberRef, profile: UserProfile): Promise<void> {
    await this.profiles.save(tx, user, profile);
    const subject = { type: 'user', id: user.id } as const;
    await this.trail.record(tx, { action: 'user.profile', subject, organizationId: user.organizationId });
  }

  /**
   * Returns the user who has a name if the provider has deleted this person. The address may be another person's now, so the
   * external id decides.
   *
   * @throws AppError if another user has the name
   */
  private async deletedOne(
    tx: Transaction,
    organizationId: string,
    known: MemberRef & { role: string | null },
    externalId: string | null | undefined,
  ): Promise<MemberRef> {
    if (known.organizationId !== organizationId || known.role === null) throw nameRefused();
    const user = { id: known.id, organizationId };
    const profile = await this.profiles.findIn(tx, user);
    const isSame = profile?.externalId !== null && profile?.externalId === externalId;
    if (profile?.removedAt && isSame) return user;
    throw nameTaken();
  }

  /** An admin who logs in with a password would be locked out by a name that they do not know. */
  private async assertMayRename(tx: Transaction, { id }: MemberRef): Promise<void> {
    const { role, passwordHash } = await this.accounts.lockedUser(tx, id);
    if (role === 'admin' && passwordHash !== null)
      throw new AppError('conflict', 'The user is an admin with a password; an operator renames them');
  }

  private async assertFree({ id, organizationId }: MemberRef, userName: string): Promise<void> {
    if (!isUserName(userName)) throw invalid('userName', 'must be an e-mail address');
    const known = await this.accounts.user(loginName(userName));
    if (!known || known.id === id) return;
    throw known.organizationId === organizationId ? nameTaken() : nameRefused();
  }
}

const PARTS = ['externalId', 'displayName', 'givenName', 'familyName'] as const;

export const noSuchUser = (): AppError => new AppError('not_found', 'There is no such user');

const nameTaken = (): AppError =>
  new AppError('conflict', 'A user of this name exists already', {
    errors: [{ field: 'userName', message: 'is in use' }],
  });

/** Does not reveal that another organization has the name. */
const nameRefused = (): AppError => invalid('userName', 'cannot be used; choose another one');
