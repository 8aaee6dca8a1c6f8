import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditEvent } from '@app/audit';
import { AppError, Clock, isId, newId, Transactions, type Grant, type Transaction } from '@app/common';
import { AccountsStore } from './accounts.store';
import { limitEvents, withLimits, type LimitChanges, type StoredLimits } from './limits';
import { LoginsStore } from './logins.store';
import type { OrganizationRow } from './accounts.entities';

/** An organization as an operator sees it. */
export interface Organization {
  id: string;
  name: string;
  active: boolean;
  grants: readonly Grant[];
  createdAt: Date;
  /** Whether its admins and auditors see usage per user. */
  usageByPerson: boolean;
}

/** An organization and its own limits. */
export interface OrganizationLimits {
  id: string;
  name: string;
  /** The limits of each user, and the shared limit of jobs. */
  rateLimits: StoredLimits;
  /** The limits of all users and keys together. */
  totalLimits: StoredLimits;
  /** Whether password logins require a second factor. */
  secondFactorRequired: boolean;
}

export interface OrganizationLimitChanges {
  limits?: LimitChanges;
  totalLimits?: LimitChanges;
}

const MAX_NAME_LENGTH = 200;

/**
 * Manages organizations for an operator, by id or by exact name. Methods throw AppError `not_found` if the organization
 * does not exist.
 */
@Injectable()
export class Organizations {
  constructor(
    private readonly store: AccountsStore,
    private readonly logins: LoginsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Returns the organizations, sorted by name. */
  async list(): Promise<Organization[]> {
    return (await this.store.organizations()).map(toOrganization);
  }

  /** @throws AppError `not_found` */
  async find(idOrName: string): Promise<Organization> {
    return toOrganization(await this.row(idOrName));
  }

  private async row(idOrName: string): Promise<OrganizationRow> {
    const row = await this.store.organization(isId(idOrName) ? { id: idOrName } : { name: idOrName });
    if (row) return row;
    throw new AppError('not_found', 'No organization has this id or exact name; org list shows all');
  }

  /**
   * Creates an active organization.
   *
   * @throws AppError `bad_request` for an invalid name, `conflict` if the name exists
   */
  async create(name: string, grants: readonly Grant[] = []): Promise<Organization> {
    return this.transactions.run((tx) => this.add(tx, name, grants));
  }

  /** Creates an organization within a transaction. */
  async add(tx: Transaction, name: string, grants: readonly Grant[] = []): Promise<Organization> {
    const row = {
      id: newId(),
      name: checked(name),
      active: true,
      grants: [...new Set(grants)].toSorted(),
      rateLimits: {},
      totalLimits: {},
      secondFactorRequired: false,
      usageByPerson: false,
      budgeted: false,
      createdAt: this.clock.now(),
    };
    await this.store.addOrganization(tx, row);
    await this.record(tx, row.id, { action: 'organization.create' });
    for (const grant of row.grants) await this.record(tx, row.id, { action: 'grant.give', reason: grant });
    return toOrganization(row);
  }

  /** Activates or deactivates an organization. Deactivation ends its users' logins permanently. */
  async setActive(idOrName: string, active: boolean): Promise<Organization> {
    const organization = await this.find(idOrName);
    const { id } = organization;
    await this.transactions.run(async (tx) => {
      await this.store.changeOrganization(tx, id, { active });
      if (!active) await this.logins.endAllOfOrganization(tx, id);
      await this.record(tx, id, { action: active ? 'organization.activate' : 'organization.deactivate' });
    });
    return { ...organization, active };
  }

  /** Grants access to a job endpoint. */
  grant(idOrName: string, grant: Grant): Promise<Organization> {
    return this.changeGrants(idOrName, 'give', grant);
  }

  /** Revokes access to a job endpoint. Accepted jobs still run (contract: Jobs). */
  revoke(idOrName: string, grant: Grant): Promise<Organization> {
    return this.changeGrants(idOrName, 'revoke', grant);
  }

  /** @throws AppError `not_found` */
  async limits(idOrName: string): Promise<OrganizationLimits> {
    return toLimits(await this.row(idOrName));
  }

  /**
   * Sets or removes limits of each user or of all users together. They apply from the next request.
   *
   * @throws AppError `not_found`, or `bad_request` for an invalid rate
   */
  async setLimits(idOrName: string, changes: OrganizationLimitChanges): Promise<OrganizationLimits> {
    const { limits = {}, totalLimits = {} } = changes;
    const { id } = await this.find(idOrName);
    return this.transactions.run(async (tx) => {
      const row = await this.store.lockedOrganization(tx, id);
      const change = {
        rateLimits: withLimits(row.rateLimits, limits),
        totalLimits: withLimits(row.totalLimits, totalLimits, 'totalLimits'),
      };
      await this.store.changeOrganization(tx, id, change);
      for (const event of [...limitEvents(limits), ...limitEvents(totalLimits, '_total')])
        await this.record(tx, id, event);
      return toLimits({ ...row, ...change });
    });
  }

  /** Sets whether admins and auditors may see usage per user, which shows the work of individuals. */
  async setUsageByPerson(idOrName: string, allowed: boolean): Promise<Organization> {
    const organization = await this.find(idOrName);
    await this.transactions.run(async (tx) => {
      await this.store.changeOrganization(tx, organization.id, { usageByPerson: allowed });
      const reason = allowed ? 'on' : 'off';
      await this.record(tx, organization.id, { action: 'organization.usage_by_person', reason });
    });
    return { ...organization, usageByPerson: allowed };
  }

  private async changeGrants(idOrName: string, verb: 'give' | 'revoke', grant: Grant): Promise<Organization> {
    const { id } = await this.find(idOrName);
    return this.transactions.run(async (tx) => {
      const row = await this.store.lockedOrganization(tx, id);
      const others = row.grants.filter((other) => other !== grant);
      const grants = verb === 'give' ? [...others, grant] : others;
      await this.store.changeOrganization(tx, id, { grants });
      await this.record(tx, id, { action: `grant.${verb}`, reason: grant });
      return toOrganization({ ...row, grants });
    });
  }

  private record(tx: Transaction, id: string, event: AuditEvent): Promise<void> {
    return this.trail.record(tx, { ...event, subject: { type: 'organization', id }, organizationId: id });
  }
}

const toLimits = ({
  id,
  name,
  rateLimits,
  totalLimits,
  secondFactorRequired,
}: OrganizationRow): OrganizationLimits => ({
  id,
  name,
  rateLimits,
  totalLimits,
  secondFactorRequired,
});

const toOrganization = ({
  id,
  name,
  active,
  grants,
  createdAt,
  usageByPerson,
}: OrganizationRow): Organization => ({
  id,
  name,
  active,
  grants: grants.toSorted(),
  createdAt,
  usageByPerson,
});

/** Names must not look like ids, because commands accept either. */
function checked(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 0 && trimmed.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(trimmed) && !isId(trimmed))
    return trimmed;
  throw new AppError(
    'bad_request',
    `The name of an organization must be 1 to ${MAX_NAME_LENGTH} characters without control characters, and not a UUID`,
  );
}
