import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, invalid, isId, type Caller } from '@app/common';
import { CurrentPolicies } from '@app/policy';
import { chatName } from '../chat';
import { findReplacements, type PlacedReplacement } from '../history/find-replacements';
import type { KeptTurn } from '../turn';
import { TurnsStore } from '../turns.store';
import { SharesStore } from './shares.store';

/** A turn as readers of a shared chat see it. */
export interface SharedTurn {
  id: string;
  responseType: KeptTurn['responseType'];
  model: string;
  createdAt: Date;
  prompt: string;
  /** Empty for an image. */
  answer: string;
  /** The replacements in `prompt`, without their original values. Empty if these are shown. */
  replacements: Omit<PlacedReplacement, 'original'>[];
}

/** A page of a chat that another user shared. */
export interface SharedChat {
  name: string;
  /** The owner of the chat. */
  ownerId: string;
  /** Whether the texts have the original values. */
  originals: boolean;
  sharedAt: Date;
  expiresAt: Date;
  /** In order. */
  turns: SharedTurn[];
  nextCursor: string | null;
}

/** Reads a chat by the link that its owner created. Only users of the organization can. */
@Injectable()
export class ReadSharedChat {
  constructor(
    private readonly store: SharesStore,
    private readonly turns: TurnsStore,
    private readonly policies: CurrentPolicies,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Returns turns in order, the first ones without `cursor`. The original values are shown only while the policy allows it.
   *
   * @throws AppError `not_found` if there is no such link in the organization, or it has ended; `bad_request` if this
   *   service did not write the cursor
   */
  async execute(
    reader: Caller,
    shareId: string,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<SharedChat> {
    const from = cursor === undefined ? 0 : readCursor(cursor);
    const share = isId(shareId) ? await this.store.find(reader, shareId) : undefined;
    if (!share) throw ended();
    const { owner, chatId, key, turnIds, createdAt, expiresAt } = share;
    const { document } = await this.policies.of(reader.organizationId);
    const shownName = document.share_originals ? share.name : undefined;
    const originals = shownName !== undefined;
    // The link authorizes the reader to read these turns, so their owner is the scope.
    const [first] = await this.turns.byIds(owner, chatId, key, turnIds.slice(0, 1));
    if (!first) throw ended();
    const turns = await this.turns.byIds(owner, chatId, key, turnIds.slice(from, from + limit));
    if (reader.userId !== owner.userId)
      await this.trail.recordAlone({
        action: 'chat.read',
        subject: { type: 'chat', id: chatId },
        organizationId: owner.organizationId,
        counts: { turns: turns.length, ...(originals && { originals: 1 }) },
      });
    return {
      name: shownName ?? chatName(first.anonymizedPrompt),
      ownerId: owner.userId,
      originals,
      sharedAt: createdAt,
      expiresAt,
      turns: turns.map((turn) => (originals ? withOriginals(turn) : withReplacements(turn))),
      nextCursor: turnIds.length > from + limit ? String(from + limit) : null,
    };
  }
}

const common = ({ id, responseType, model, createdAt }: KeptTurn) => ({ id, responseType, model, createdAt });

const withOriginals = (turn: KeptTurn): SharedTurn => ({
  ...common(turn),
  prompt: turn.prompt,
  answer: turn.responseType === 'image' ? '' : turn.restoredAnswer,
  replacements: [],
});

const withReplacements = (turn: KeptTurn): SharedTurn => ({
  ...common(turn),
  prompt: turn.anonymizedPrompt,
  answer: turn.responseType === 'image' ? '' : turn.answer,
  replacements: findReplacements(turn.anonymizedPrompt, turn.replacements).map(({ start, end, kind }) => ({
    start,
    end,
    kind,
  })),
});

const ended = (): AppError =>
  new AppError('not_found', 'There is no such shared chat in your organization, or it is no longer shared');

/** Reads a cursor: the number of turns before the page. */
function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw invalid('cursor', 'must be the next_cursor of an earlier page');
}
