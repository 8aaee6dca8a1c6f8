import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, chunksOf, Clock, invalid, isId, Transactions, type Caller, type Owner } from '@app/common';
import { CurrentPolicies } from '@app/policy';
import { WriteTombstones } from '@app/tombstones';
import { TurnsStore } from '../turns.store';
import { SharesStore } from './shares.store';

const DAY_MS = 86_400_000;
/** The longest validity of a link, and the one of a link that names none. */
const MOST_DAYS = 30;
/** The number of turns that are in memory at once. */
const STEP = 100;

/** The link to a chat as its owner sees it. */
export interface OwnShare {
  id: string;
  /** Whether readers see the original values. */
  originals: boolean;
  turns: number;
  /** The turns in which not every kind was hidden: readers see the values that were sent in them. */
  partlyHidden: number;
  createdAt: Date;
  expiresAt: Date;
}

/** The fields of a new link. */
export interface ShareFields {
  /** Whether readers see the original values. Default: they see the replacements. */
  originals?: boolean;
  /** Default: in 30 days */
  expiresAt?: Date;
}

/** Creates, shows and ends the link by which users of the organization read a chat (contract: Chat). */
@Injectable()
export class ShareChat {
  constructor(
    private readonly store: SharesStore,
    private readonly turns: TurnsStore,
    private readonly policies: CurrentPolicies,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
    private readonly clock: Clock,
  ) {}

  /**
   * Shares the turns that a chat has now. An earlier link to it ends.
   *
   * @throws AppError `not_found` if the owner has no such chat; `bad_request`; `forbidden` if the policy does not allow
   *   original values
   */
  async execute(
    owner: Caller,
    chatId: string,
    { originals = false, expiresAt = this.inDays(MOST_DAYS) }: ShareFields,
  ): Promise<OwnShare> {
    if (expiresAt <= this.clock.now() || expiresAt > this.inDays(MOST_DAYS))
      throw invalid('expires_at', `must be in the future, at most ${MOST_DAYS} days from now`);
    if (!isId(chatId)) throw noSuchChat();
    const { document } = await this.policies.of(owner.organizationId);
    if (originals && !document.share_originals)
      throw new AppError(
        'forbidden',
        'The policy of your organization does not allow users to share original values',
      );
    const { organizationId } = owner;
    const subject = { type: 'chat', id: chatId } as const;
    await this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.lock(tx, owner, chatId))) throw noSuchChat();
      await this.store.delete(tx, owner, chatId);
      const turns = await this.store.add(tx, owner, { chatId, originals, expiresAt });
      const counts = { turns, ...(originals && { originals: 1 }) };
      await this.trail.record(tx, { action: 'chat.share', subject, organizationId, counts });
    });
    await this.tombstones.execute();
    return this.find(owner, chatId);
  }

  /** @throws AppError `not_found` if the owner has no such chat, or it has no valid link */
  async find(owner: Owner, chatId: string): Promise<OwnShare> {
    const found = isId(chatId) ? await this.store.ofChat(owner, chatId) : undefined;
    if (!found) throw notShared();
    const { id, key, turnIds, name, createdAt, expiresAt } = found;
    let [turns, partlyHidden] = [0, 0];
    for (const some of chunksOf(turnIds, STEP)) {
      const read = await this.turns.byIds(owner, chatId, key, some);
      turns += read.length;
      partlyHidden += read.filter(({ findings }) => findings.protection !== 'all').length;
    }
    return { id, originals: name !== undefined, turns, partlyHidden, createdAt, expiresAt };
  }

  /**
   * Ends the link to a chat.
   *
   * @throws AppError `not_found` if the owner has no such chat, or it has no link; `unavailable` if it has ended, but the
   *   tombstone that keeps backups from restoring it is not written yet
   */
  async end(owner: Owner, chatId: string): Promise<void> {
    const { organizationId } = owner;
    const subject = { type: 'chat', id: chatId } as const;
    const ended =
      isId(chatId) &&
      (await this.transactions.runFor(owner, async (tx) => {
        if (!(await this.store.delete(tx, owner, chatId))) return false;
        await this.trail.record(tx, { action: 'chat.unshare', subject, organizationId });
        return true;
      }));
    if (!ended) throw notShared();
    await this.tombstones.execute();
  }

  private inDays(days: number): Date {
    return new Date(this.clock.now().getTime() + days * DAY_MS);
  }
}

const noSuchChat = (): AppError => new AppError('not_found', 'You have no chat with this id');
const notShared = (): AppError => new AppError('not_found', 'You have no such chat, or it is not shared');
