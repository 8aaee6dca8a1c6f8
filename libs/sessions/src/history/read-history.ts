import { Injectable } from '@nestjs/common';
import { UseAssistants, type StartedAssistant } from '@app/assistants';
import { AppError, invalid, isId, type Caller, type Owner } from '@app/common';
import { ReadExcerpts, ReadFileNames } from '@app/documents';
import { originalValues, shownValues, type EntityMap } from '@app/hiding';
import { ChatsStore } from '../chats.store';
import { attachedBy, type KeptTurn } from '../turn';
import { TurnVersionsStore } from '../turn-versions.store';
import { TurnsStore } from '../turns.store';
import { asSent } from '../sending/sent-passages';
import type { PlacedReplacement } from './find-replacements';

export interface History {
  /** The replacements of the whole chat, whatever the page shows. */
  anonymizedValues: EntityMap;
  detectedValues: EntityMap;
  /** In order of acceptance. */
  turns: KeptTurn[];
  /** The cursor of the page of older turns. */
  nextCursor: string | null;
}

export interface HistoryPage {
  limit?: number;
  cursor?: string;
}

/** Returns a chat's turns: all of them, or a page from the newest backwards. */
@Injectable()
export class ReadHistory {
  constructor(
    private readonly chats: ChatsStore,
    private readonly turns: TurnsStore,
    private readonly excerpts: ReadExcerpts,
    private readonly versionsStore: TurnVersionsStore,
    private readonly readFileNames: ReadFileNames,
    private readonly assistants: UseAssistants,
  ) {}

  /** @throws AppError `not_found` if the owner has no such chat, `bad_request` if the cursor is invalid */
  async execute(owner: Owner, chatId: string, { limit, cursor }: HistoryPage = {}): Promise<History> {
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const key = isId(chatId) && (await this.chats.key(owner, chatId));
    if (!key) throw new AppError('not_found', 'You have no chat with this id');
    const found = await this.turns.page(owner, chatId, key, { before, limit: limit && limit + 1 });
    const shown = found.slice(0, limit);
    const replacements = (await this.turns.replacements(owner, chatId, key)).flat();
    return {
      anonymizedValues: shownValues(replacements),
      detectedValues: originalValues(replacements),
      turns: shown.toReversed(),
      nextCursor: found.length > shown.length ? String(shown.at(-1)?.ordinal) : null,
    };
  }

  /** Returns the ids of all versions of each of these turns, the oldest first. */
  versions(owner: Owner, chatId: string, turns: readonly KeptTurn[]): Promise<string[][]> {
    return this.versionsStore.of(owner, chatId, turns);
  }

  /** Returns the file names of the documents that each of these turns attached; null for a deleted document. */
  async fileNames(owner: Owner, turns: readonly KeptTurn[]): Promise<(string | null)[][]> {
    const names = await this.readFileNames.execute(owner, turns.flatMap(attachedBy));
    return turns.map((turn) => attachedBy(turn).map((id) => names.get(id) ?? null));
  }

  /** Returns the assistant that a chat was started with. */
  assistant(owner: Owner, chatId: string): Promise<StartedAssistant | undefined> {
    return this.chats.assistant(owner, chatId);
  }

  /** Returns the instruction of the assistant as it was sent with each of these turns; undefined if it was not. */
  instructions(
    turns: readonly KeptTurn[],
    { instruction: text }: StartedAssistant,
  ): (ReturnType<typeof asSent> | undefined)[] {
    return turns.map(
      ({ findings }) => findings.instruction && asSent({ start: 0, replaced: findings.instruction }, text),
    );
  }

  /**
   * Returns what was sent of documents with each of these turns; undefined for turns of earlier versions.
   *
   * @param assistant that of the chat: its documents are read only while the user may use it
   */
  async passages(
    owner: Caller,
    turns: readonly KeptTurn[],
    assistant?: StartedAssistant,
  ): Promise<(ShownPassages[] | undefined)[]> {
    const sent = turns.map(
      ({ findings }) => findings.passages ?? (findings.beside?.passages === 0 ? [] : undefined),
    );
    const all = sent.flatMap((passages) => passages ?? []);
    const texts = await this.excerpts.execute(owner, all);
    const shown = new Map(all.map((one, i) => [one, texts[i]]));
    if (assistant && texts.includes(undefined)) {
      const { owner: holder, ids } = await this.assistants.documentsOf(owner, assistant.id);
      const others = all.filter((one) => ids.includes(one.documentId));
      const theirs = await this.excerpts.execute(holder, others);
      others.forEach((one, i) => shown.set(one, theirs[i]));
    }
    return sent.map((passages) =>
      passages?.map((one) => {
        const text = shown.get(one);
        return {
          documentId: one.documentId,
          ...(text === undefined ? { text: null, replacements: [] } : asSent(one, text)),
        };
      }),
    );
  }
}

/** Passages of a document as they were sent. */
export interface ShownPassages {
  documentId: string;
  /** Null if the document was deleted. */
  text: string | null;
  replacements: PlacedReplacement[];
}

/** Reads a cursor: the ordinal of the oldest turn that was shown. */
function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  const message = 'must be the next_cursor of an earlier page';
  throw invalid('cursor', message);
}
