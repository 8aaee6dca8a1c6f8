import { newId } from '@app/common';
import type { SearchedTurn, TextPosition, TurnsStore } from '../turns.store';
import { SearchChats } from './search-chats';

const OWNER = { userId: newId(), organizationId: newId() };
const { signal } = new AbortController();

interface Said {
  name: string;
  /** The newest first */
  prompts: string[];
}

/** Returns a search of these chats, the last used first. */
function searchOf(...chats: Said[]): SearchChats {
  const turns = chats.flatMap(({ name, prompts }): SearchedTurn[] => {
    const chatId = newId();
    return prompts.map((prompt, i) => ({
      chatId,
      caseId: null,
      ordinal: prompts.length - i,
      lastUsedAt: new Date(0),
      createdAt: new Date(0),
      open: () => ({ name, prompt, answer: '' }),
    }));
  });
  const isAfter = ({ chatId, ordinal }: TextPosition) => {
    const at = turns.findIndex((turn) => turn.chatId === chatId && turn.ordinal <= ordinal);
    const isSame = turns[at]?.ordinal === ordinal;
    return at < 0 ? turns.findLastIndex((turn) => turn.chatId === chatId) + 1 : at + Number(isSame);
  };
  const store: Pick<TurnsStore, 'searched'> = {
    searched: async (_, { after, limit }) => turns.slice(after ? isAfter(after) : 0).slice(0, limit),
  };
  return new SearchChats(store as TurnsStore);
}

/** Searches all pages. Returns what was found, and the number of pages. */
async function foundBy(search: SearchChats, text: string) {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const result = await search.execute(OWNER, { text, ...(cursor !== undefined && { cursor }) }, signal);
    found.push(...result.found.map(({ name, turn }) => (turn ? `${name}: ${turn.excerpt}` : name)));
    if (result.nextCursor === null) return { found, pages };
    cursor = result.nextCursor;
  }
}

const LARGE = 'x '.repeat(5 * 1024 ** 2);

describe('a search of chats', () => {
  it('finds a turn beyond the limit of a request, although the name of its chat has the words', async () => {
    const search = searchOf(
      { name: 'Anna', prompts: [LARGE, 'For Anna'] },
      { name: 'Other', prompts: ['x'] },
    );
    expect(await foundBy(search, 'anna')).toEqual({ found: ['Anna: For Anna'], pages: 2 });
  });

  it('finds a chat once if only its name has the words', async () => {
    const search = searchOf(
      { name: 'Anna', prompts: [LARGE, LARGE, 'x'] },
      { name: 'Anna two', prompts: ['x'] },
    );
    expect((await foundBy(search, 'anna')).found).toEqual(['Anna', 'Anna two']);
  });

  it('finds a turn beyond the number of turns of a request', async () => {
    const prompts = Array.from({ length: 2_000 }, () => 'x');
    expect(await foundBy(searchOf({ name: 'Anna', prompts: [...prompts, 'For Anna'] }), 'anna')).toEqual({
      found: ['Anna: For Anna'],
      pages: 2,
    });
    expect(await foundBy(searchOf({ name: 'Anna', prompts }), 'anna')).toMatchObject({ found: ['Anna'] });
  });

  it('finds letters that are composed otherwise', async () => {
    const search = searchOf({ name: 'x', prompts: ['For Mu\u0308ller'] });
    expect((await foundBy(search, 'm\u00fcller')).found).toEqual(['x: For M\u00fcller']);
  });
});
