import { Injectable } from '@nestjs/common';
import {
  AccountsStore,
  ClaimedRightsStore,
  IdentitiesStore,
  isUserName,
  loginName,
  UserProfilesStore,
  type Identity,
  type KnownPerson,
} from '@app/accounts';
import { AuditTrail, type AuditReason } from '@app/audit';
import { AppError, Clock, newId, Transactions, type Owner, type Role, type Transaction } from '@app/common';
import { Log } from '@app/observability';
import { Provider } from '../provider/provider';
import { readPerson, type ClaimedPerson } from './read-claims';

/** A person who was admitted. */
export interface AdmittedPerson extends Owner {
  userName: string;
}

/** The claims of a person, with an organization. */
type Member = ClaimedPerson & { organizationId: string };

/** The reason of a refusal. */
class Refused extends AppError {
  constructor(readonly why: AuditReason) {
    super(
      'forbidden',
      'Your account has no access to this service by single sign-on; the audit trail tells the operator why',
    );
  }
}

/**
 * Admits a person that the provider has authenticated. Creates the user at the first login, and updates groups and role
 * from the claims at each login (contract: Single sign-on). An e-mail address never links to an existing user, because
 * a person who can set it at the provider could take over any account.
 */
@Injectable()
export class AdmitPerson {
  constructor(
    private readonly provider: Provider,
    private readonly accounts: AccountsStore,
    private readonly identities: IdentitiesStore,
    private readonly rights: ClaimedRightsStore,
    private readonly profiles: UserProfilesStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  /**
   * @param open runs in the same transaction for the admitted person
   * @throws AppError `forbidden` without any change
   */
  async execute<T>(
    claims: Readonly<Record<string, unknown>> & { sub: string },
    open: (tx: Transaction, person: AdmittedPerson, identity: Identity) => Promise<T>,
  ): Promise<T> {
    const { settings } = this.provider;
    const identity = { issuer: settings.issuer, subject: claims.sub };
    const person = readPerson(claims, settings);
    try {
      const { organizationId } = person;
      if (organizationId === undefined) throw new Refused('unknown_organization');
      const claimed = { ...person, organizationId };
      return await this.transactions.runFor({ organizationId }, async (tx) => {
        const known = await this.identities.lock(tx, identity);
        const admitted = known ? checkedPerson(known, claimed) : await this.make(tx, identity, claimed);
        await this.follow(tx, admitted, claimed);
        return open(tx, admitted, identity);
      });
    } catch (error) {
      if (error instanceof Refused) await this.recordRefusal(error.why, identity);
      throw error;
    }
  }

  private async make(tx: Transaction, identity: Identity, claimed: Member): Promise<KnownPerson> {
    const { organizationId, email } = claimed;
    const organization = await this.accounts.organization({ id: organizationId });
    if (!organization?.active) throw new Refused('unknown_organization');
    const provisioned = await this.linkProvisioned(tx, identity, claimed);
    if (provisioned) return checkedPerson(provisioned, claimed);
    if (email === undefined || !isUserName(email)) throw new Refused('no_email');
    const role: Role = 'member';
    const row = {
      id: newId(),
      organizationId: organization.id,
      userName: email,
      loginName: loginName(email),
      passwordHash: null,
      oneTimePasswordHash: null,
      oneTimePasswordUntil: null,
      invitationHash: null,
      invitationUntil: null,
      role,
      active: true,
      rateLimits: {},
      createdAt: this.clock.now(),
    };
    await this.accounts.addUser(tx, row).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'conflict' ? new Refused('name_taken') : error;
    });
    await this.identities.add(tx, identity, row.id, row.createdAt);
    const { id: userId, userName } = row;
    await this.trail.record(tx, {
      action: 'user.create',
      reason: 'single_sign_on',
      subject: { type: 'user', id: userId },
      organizationId: organization.id,
    });
    return { userId, userName, organizationId: organization.id, role, active: true };
  }

  /** Links the person to the user that SCIM has created or adopted, by the id that the provider has for both. */
  private async linkProvisioned(
    tx: Transaction,
    identity: Identity,
    { organizationId, externalId }: Member,
  ): Promise<KnownPerson | undefined> {
    if (externalId === undefined) return undefined;
    const profile = await this.profiles.withExternalId(tx, organizationId, externalId);
    if (!profile) return undefined;
    const known = await this.accounts.lockedUser(tx, profile.userId);
    const { id: userId, userName, role, active } = known;
    // A key for SCIM sets external ids, and must not give the account of a user who logs in with a password to another person.
    if (role === null || known.passwordHash !== null) throw new Refused('name_taken');
    if (!(await this.identities.add(tx, identity, userId, this.clock.now()))) throw new Refused('name_taken');
    const subject = { type: 'user', id: userId } as const;
    await this.trail.record(tx, { action: 'user.link', reason: 'scim', subject, organizationId });
    return { userId, userName, organizationId, role, active };
  }

  private async follow(tx: Transaction, person: KnownPerson, { groups, role }: ClaimedPerson): Promise<void> {
    if (groups) await this.rights.followGroups(tx, person, groups);
    if (!role || role === person.role) return;
    const { userId, organizationId } = person;
    const subject = { type: 'user', id: userId } as const;
    if (!(await this.rights.followRole(tx, person, role))) {
      this.log.warn('sso.last_admin_kept');
      await this.trail.record(tx, {
        action: 'user.role',
        outcome: 'refused',
        reason: 'last_admin',
        subject,
        organizationId,
      });
      return;
    }
    await this.trail.record(tx, { action: 'user.role', reason: 'single_sign_on', subject, organizationId });
  }

  private async recordRefusal(reason: AuditReason, identity: Identity): Promise<void> {
    const known = await this.identities.find(identity);
    await this.trail.recordAlone({
      action: 'login',
      outcome: 'refused',
      reason,
      ...(known && { subject: { type: 'user', id: known.userId }, organizationId: known.organizationId }),
    });
  }
}

/** Returns an existing user if they are active and belong to the organization that the provider names. */
function checkedPerson(known: KnownPerson, { organizationId }: Member): KnownPerson {
  if (known.organizationId !== organizationId) throw new Refused('changed_organization');
  if (!known.active) throw new Refused('inactive');
  return known;
}
