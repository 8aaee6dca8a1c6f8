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

/** A key as its owner and admins see it: everything but the key. */
export interface ApiKey {
  id: string;
  /** Whom it acts for. */
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
  /** Not given: it has no end. */
  expiresAt?: Date;
  limits?: LimitChanges;
}

/** A key that was just made. */
export interface MadeKey {
  /** What a program sends; it is shown now and never again. */
  token: string;
  key: ApiKey;
}

/** Revoked ones do not count. */
const MAX_KEYS = 100;

/** API keys: of people for themselves, and of service accounts for an organization. */
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

  /** Every key of a person, with those that are revoked. */
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

  /** A key of a person, who alone it acts for. @throws AppError `bad_request`; `conflict` for one key too many */
  async create(owner: Owner, input: NewKey): Promise<MadeKey> {
    const made = this.make(owner, input);
    return this.transactions.run(async (tx) => {
      if ((await this.store.countStanding(tx, owner)) >= MAX_KEYS)
        throw new AppError('conflict', `You have ${MAX_KEYS} keys already; revoke one first`);
      return this.add(tx, made);
    });
  }

  /** A key of an organization: with a service account of its own, whom it acts for. @throws AppError `bad_request` */
  async createForOrganization(organizationId: string, input: NewKey): Promise<MadeKey> {
    const owner = { userId: newId(), organizationId };
    const made = this.make(owner, input);
    return this.transactions.run(async (tx) => {
      const { userId: id } = owner;
      await this.users.add(tx, { id, userName: `service:${id}`, organizationId, role: null });
      return this.add(tx, made);
    });
  }

  /** From now on it is refused by every process. @throws AppError `not_found`, also for one that is not of these */
  revoke(id: string, of: KeysOf): Promise<void> {
    return this.transactions.run(async (tx) => {
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
