import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccessStore, NoteKeyUse, readKeyToken, type KeyAccess } from '@app/accounts';
import { Batch } from '@app/common';
import type { GuardedUser } from './caller';

/**
 * Whether an API key stands, and whom it acts for, however often. What is no key of ours is refused without a look-up;
 * else one by id for the requests that arrive together, nothing kept: a revoked key is refused by every process at once.
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

  /** @returns undefined where the key is wrong, revoked or over, or its user or organization is out */
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
