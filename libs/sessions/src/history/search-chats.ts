import { Injectable } from '@nestjs/common';
import { invalid, isId, TimeSlice, type Owner } from '@app/common';
import { TurnsStore, type SearchedTurn, type TextPosition } from '../turns.store';

/** The length of a search text in characters. */
const [SHORTEST, LONGEST] = [2, 200];
/** Limits for one request. The next one continues. */
const MOST_FOUND = 20;
const MOST_TURNS = 2_000;
const MOST_BYTES = 8 * 1024 ** 2;
/** The number of turns in memory at once. */
const STEP = 50;
/** The number of characters that an excerpt shows before and after the found words. */
const AROUND = 60;

export interface FoundChat {
  id: string;
  name: string;
  lastUsedAt: Date;
  /** The case of the chat, which may have ended */
  caseId: string | null;
  /** The newest turn of the chat that has all words; absent if only the name has them. */
  turn?: { createdAt: Date; excerpt: string };
}

export interface SearchResult {
  found: FoundChat[];
  /** The last use of the oldest chat that was searched; null if there was none left to search. */
  searchedUntil: Date | null;
  /** Continues the search; null if all chats were searched. */
  nextCursor: string | null;
}

export interface Search {
  text: string;
  cursor?: string;
}

/**
 * Searches the names and texts of a user's chats, the last used first. It decrypts them for each request, because an index of
 * their words would reveal them. Searches the current branch of each chat.
 */
@Injectable()
export class SearchChats {
  constructor(private readonly turns: TurnsStore) {}

  /**
   * @param signal aborted when the caller disconnects
   * @throws AppError `bad_request` if the text is too short or too long, or this service did not write `cursor`
   */
  async execute(owner: Owner, { text, cursor }: Search, signal: AbortSignal): Promise<SearchResult> {
    const words = wordsOf(text);
    const slice = new TimeSlice(signal);
    const found: FoundChat[] = [];
    let after = cursor === undefined ? undefined : readCursor(cursor);
    /** The chat being searched, if its name has the words and none of its turns so far. */
    let named: FoundChat | undefined;
    let searchedUntil: Date | null = null;
    let bytes = 0;
    const stop = (): SearchResult => {
      if (named) found.push(named);
      // Of a chat that is shown, no further turn is searched.
      if (after && found.at(-1)?.id === after.chatId) after = { ...after, ordinal: 0 };
      return { found, searchedUntil, nextCursor: after ? writeCursor(after) : null };
    };
    for (let turns = 0; turns < MOST_TURNS; turns += STEP) {
      const step = await this.turns.searched(owner, { after, limit: STEP });
      for (const turn of step) {
        if (slice.isOver) await slice.next();
        if (named && named.id !== turn.chatId) found.push(named);
        if (named?.id !== turn.chatId) named = undefined;
        if (found.length === MOST_FOUND || bytes >= MOST_BYTES) {
          // The next request finds this chat by its other turns, or again by its name.
          named = undefined;
          return stop();
        }
        searchedUntil = turn.lastUsedAt;
        after = turn;
        if (found.at(-1)?.id === turn.chatId) continue;
        const { size, match } = matchOf(turn, words);
        bytes += size;
        if (match?.turn) found.push(match);
        named = match?.turn ? undefined : (named ?? match);
      }
      if (step.length < STEP) {
        after = undefined;
        return stop();
      }
    }
    const [next] = await this.turns.searched(owner, { after, limit: 1 });
    if (next?.chatId === named?.id) named = undefined;
    return stop();
  }
}

/** @throws AppError `bad_request` */
function wordsOf(text: string): RegExp[] {
  const wanted = text.normalize('NFC').trim();
  const { length } = [...wanted];
  if (length < SHORTEST || length > LONGEST)
    throw invalid('text', `must have ${SHORTEST} to ${LONGEST} characters`);
  return wanted
    .split(/\s+/)
    .map((word) => new RegExp(word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu'));
}

/** Opens a turn and looks for all words in it, or in the name of its chat. */
function matchOf(
  { chatId, lastUsedAt, caseId, createdAt, open }: SearchedTurn,
  words: readonly RegExp[],
): { size: number; match?: FoundChat } {
  const opened = open();
  if (!opened) return { size: 0 };
  const { prompt, answer } = opened;
  const name = opened.name.normalize('NFC');
  const text = `${prompt}\n\n${answer}`.normalize('NFC');
  const size = Buffer.byteLength(text);
  const has = (texts: string) => words.every((word) => word.test(texts));
  const chat = { id: chatId, name, lastUsedAt, caseId };
  if (has(text))
    return { size, match: { ...chat, turn: { createdAt, excerpt: excerptOf(text, words[0]!) } } };
  return has(name) ? { size, match: chat } : { size };
}

/** Returns the line around the first occurrence of a word, with an ellipsis at each end that is not an end of the text. */
function excerptOf(text: string, word: RegExp): string {
  const { index, 0: occurrence } = word.exec(text)!;
  const [first, last] = [Math.max(index - AROUND, 0), index + occurrence.length + AROUND];
  // Half words at the ends are left out.
  const before = first === 0 ? text.slice(0, index) : text.slice(first, index).replace(/^\S*\s/, '… ');
  const after = text.slice(index + occurrence.length, last);
  const shownAfter = last >= text.length ? after : after.replace(/\s\S*$/, ' …');
  return (before + occurrence + shownAfter).replaceAll(/\s+/g, ' ').trim();
}

const writeCursor = ({ lastUsedAt, chatId, ordinal }: TextPosition): string =>
  Buffer.from(`${lastUsedAt.getTime()} ${chatId} ${ordinal}`).toString('base64url');

/** @throws AppError `bad_request` if this service did not write the cursor */
function readCursor(cursor: string): TextPosition {
  const [time = '', chatId, ordinal = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const lastUsedAt = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (isId(chatId) && /^\d{1,9}$/.test(ordinal) && !Number.isNaN(lastUsedAt.getTime()))
    return { lastUsedAt, chatId, ordinal: Number(ordinal) };
  throw invalid('cursor', 'must be the next_cursor of an earlier answer');
}
