import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { ask, client, type Schemas } from '../../api/client';
import { toFailure } from '../../api/failure';

/** A stored turn. */
export type Turn = Schemas['PromptEntryDto'];
type HistoryPage = Schemas['HistoryDto'];
type Pages = InfiniteData<HistoryPage, string | undefined>;

const PAGE = 25;
const keyOf = (chatId: string) => ['turns', chatId];

const askForTurns = (chatId: string, limit: number, cursor?: string): Promise<HistoryPage> =>
  ask(
    client.GET('/ai/v1/history/{chat_id}', {
      params: {
        path: { chat_id: chatId },
        query: { limit, include: 'restored,replacements', ...(cursor && { cursor }) },
      },
    }),
  );

/** Returns the turns of a chat in order: the newest immediately, earlier ones on request. */
export function useTurns(chatId: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: keyOf(chatId ?? ''),
    enabled: chatId !== undefined,
    queryFn: ({ pageParam }) => askForTurns(chatId!, PAGE, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Infinity,
  });
  // Earlier pages are rendered in small steps, so that the page stays responsive.
  const data = useDeferredValue(query.data);
  const turns = useMemo(() => data?.pages.toReversed().flatMap(({ data }) => data.prompts) ?? [], [data]);
  return { ...query, turns };
}

/** Returns the newest turn of a chat if it is stored and not shown yet. */
export async function newTurnOf(queries: QueryClient, chatId: string): Promise<Turn | undefined> {
  const shown = queries.getQueryData<Pages>(keyOf(chatId))?.pages[0]?.data.prompts.at(-1);
  try {
    const [newest] = (await askForTurns(chatId, 1)).data.prompts;
    return newest?.createdAt === shown?.createdAt ? undefined : newest;
  } catch (thrown) {
    if (['not_found', 'bad_request'].includes(toFailure(thrown).code)) return undefined;
    throw thrown;
  }
}

/** Adds the newest stored turn to the shown chat. */
export async function addNewestTurn(queries: QueryClient, chatId: string): Promise<void> {
  const shown = queries.getQueryData<Pages>(keyOf(chatId));
  if (!shown) {
    await queries.prefetchInfiniteQuery({
      queryKey: keyOf(chatId),
      queryFn: () => askForTurns(chatId, PAGE),
      initialPageParam: undefined,
    });
    return;
  }
  const [newest] = (await askForTurns(chatId, 1)).data.prompts;
  const [first, ...earlier] = shown.pages;
  if (!newest || !first) return;
  const prompts = [...first.data.prompts, newest];
  queries.setQueryData<Pages>(keyOf(chatId), {
    ...shown,
    pages: [{ ...first, data: { ...first.data, prompts } }, ...earlier],
  });
}
