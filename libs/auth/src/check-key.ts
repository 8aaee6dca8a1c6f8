import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccessStore, NoteKeyUse, readKeyToken, type KeyAccess } from '@app/accounts';
import { Batch } from '@app/common';
import type { GuardedUser } from './caller';

/**
 * Checks an API key and returns its access. A malformed key is refused without a look-up. Otherwise concurrent requests
 * share one look-up by id, and nothing is cached, so every process refuses a revoked key immediately.
 */
@Injectable()
export class CheckKey {
  private readonly batch: Batch<string, KeyAccess | undefined>;

  constructor(
    access: AccessStore,
    private readonly noteUse: NoteKeyUse,
  ) {
    this.batch = new Batch({ work: (ids) => access.ofKeys(ids), room: 100 });
  }

  /** @returns undefined if the key is wrong, revoked or expired, or its user or organization is inactive */
  async execute(token: string): Promise<GuardedUser | undefined> {
    const sent = readKeyToken(token);
    const found = sent && (await this.batch.add(sent.id));
    if (!found || !timingSafeEqual(sent.hash, Buffer.from(found.hash, 'base64url'))) return undefined;
    const { userId, organizationId, userName, scopes, grants, groups, budgeted, limits, lastUsedOn } = found;
    await this.noteUse.execute({ id: sent.id, userId, organizationId, lastUsedOn });
    return {
      userId,
      organizationId,
      email: userName,
      key: { id: sent.id, scopes },
      grants,
      groups,
      budgeted,
      limits,
    };
  }
}
