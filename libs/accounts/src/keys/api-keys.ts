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
  type Scope,
  type Transaction,
} from '@app/common';
import { checkName } from '../check-name';
import { withLimits, type LimitChanges, type StoredLimits } from '../limits';
import { readPage, type Page, type PageRequest } from '../page';
import { Users } from '../users';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysStore, type KeysOf } from './api-keys.store';
import { makeKeyToken } from './key-token';

/** A key as its owner and admins see it, without the token. */
export interface ApiKey {
  id: string;
  /** The user or service account that it acts for. */
  userId: string;
  name: string;
  scopes: readonly Scope[];
  rateLimits: StoredLimits;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The UTC day of its last call, as `YYYY-MM-DD`. */
  lastUsedOn: string | null;
}

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  /** If absent, the key does not expire. */
  expiresAt?: Date;
  limits?: LimitChanges;
}

/** A new key. */
export interface MadeKey {
  /** The token that a program sends. It is shown only once. */
  token: string;
  key: ApiKey;
}

/** Revoked keys do not count. */
const MAX_KEYS = 100;

/** Manages API keys of users, and of organizations through service accounts. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly store: ApiKeysStore,
    private readonly users: Users,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list(of: KeysOf, request: PageRequest): Promise<Page<ApiKey>> {
    return readPage(request, (limit) => this.store.page(of, { ...request, limit }), toKey);
  }

  /** Returns all keys of a user, including revoked ones. */
  async all(owner: Owner): Promise<ApiKey[]> {
    const all: ApiKey[] = [];
    let page: Page<ApiKey> | undefined;
    do {
      const after = page?.next ?? undefined;
      page = await this.list(owner, { limit: 1_000, ...(after !== undefined && { after }) });
      all.push(...page.items);
    } while (page.next !== null);
    return all;
  }

  /**
   * Creates a key that acts for its user.
   *
   * @throws AppError `bad_request`; `conflict` at the maximum number of keys
   */
  async create(owner: Owner, input: NewKey): Promise<MadeKey> {
    if (input.scopes.includes('scim'))
      throw invalid('scopes', 'must not contain scim, which only keys of the organization can have');
    const made = this.make(owner, input);
    return this.transactions.runFor(owner, async (tx) => {
      if ((await this.store.countStanding(tx, owner)) >= MAX_KEYS)
        throw new AppError('conflict', `You have ${MAX_KEYS} keys already; revoke one first`);
      return this.add(tx, made);
    });
  }

  /**
   * Creates a key of an organization with its own service account.
   *
   * @throws AppError `bad_request`
   */
  async createForOrganization(organizationId: string, input: NewKey): Promise<MadeKey> {
    const owner = { userId: newId(), organizationId };
    const made = this.make(owner, input);
    return this.transactions.runFor(owner, async (tx) => {
      const { userId: id } = owner;
      await this.users.add(tx, { id, userName: `service:${id}`, organizationId, role: null });
      return this.add(tx, made);
    });
  }

  /**
   * Revokes a key. Every process refuses it immediately.
   *
   * @throws AppError `not_found`, also for a key outside of `of`
   */
  revoke(id: string, of: KeysOf): Promise<void> {
    const { organizationId } = of;
    return this.transactions.runFor({ organizationId }, async (tx) => {
      const row = isId(id) ? await this.store.locked(tx, id, of) : null;
      if (!row) throw new AppError('not_found', 'There is no such key');
      if (row.revokedAt) return;
      await this.store.revoke(tx, row, this.clock.now());
      await this.record(tx, row, 'key.revoke');
    });
  }

  private make(
    owner: Owner,
    { name, scopes, expiresAt, limits = {} }: NewKey,
  ): { token: string; row: ApiKeyRow } {
    const createdAt = this.clock.now();
    if (expiresAt && expiresAt <= createdAt) throw invalid('expiresAt', 'must be in the future');
    const id = newId();
    const { token, hash } = makeKeyToken(id);
    const row = {
      id,
      userId: owner.userId,
      organizationId: owner.organizationId,
      hash,
      name: checkName(name),
      scopes: [...new Set(scopes)],
      rateLimits: withLimits({}, limits),
      createdAt,
      expiresAt: expiresAt ?? null,
      revokedAt: null,
      expiryToldAt: null,
      lastUsedOn: null,
    };
    return { token, row };
  }

  private async add(tx: Transaction, { token, row }: { token: string; row: ApiKeyRow }): Promise<MadeKey> {
    await this.store.add(tx, row);
    await this.record(tx, row, 'key.create');
    return { token, key: toKey(row) };
  }

  private record(
    tx: Transaction,
    { id, organizationId }: ApiKeyRow,
    action: AuditEvent['action'],
  ): Promise<void> {
    return this.trail.record(tx, { action, subject: { type: 'api_key', id }, organizationId });
  }
}

function toKey({
  hash: _hash,
  organizationId: _organization,
  user: _user,
  expiryToldAt: _told,
  ...key
}: ApiKeyRow): ApiKey {
  return key;
}
