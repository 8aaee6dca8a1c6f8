import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { ask, client, type Schemas } from '../../api/client';
import { toFailure } from '../../api/failure';

/** A stored turn. */
export type Turn = Schemas['PromptEntryDto'];

/** Returns how many values were replaced in the prompt of a turn and in what was sent with it. */
export const replacedIn = ({ replacements = [], sentBeside }: Turn): number =>
  replacements.length + (sentBeside?.replaced ?? 0);

type HistoryPage = Schemas['HistoryDto'];
type Pages = InfiniteData<HistoryPage, string | undefined>;

const PAGE = 25;
/** The limit of the service. */
const LONGEST_PAGE = 200;
const keyOf = (chatId: string) => ['turns', chatId];

interface Asked {
  cursor?: string | undefined;
  include?: 'restored,replacements,versions' | 'restored,passages';
}

const askForTurns = (
  chatId: string,
  limit: number,
  { cursor, include = 'restored,replacements,versions' }: Asked = {},
): Promise<HistoryPage> =>
  ask(
    client.GET('/ai/v1/history/{chat_id}', {
      params: {
        path: { chat_id: chatId },
        query: { limit, include, ...(cursor && { cursor }) },
      },
    }),
  );

/** Returns the turns of a chat in order: the newest immediately, earlier ones on request. */
export function useTurns(chatId: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: keyOf(chatId ?? ''),
    enabled: chatId !== undefined,
    queryFn: ({ pageParam }) => askForTurns(chatId!, PAGE, { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Infinity,
  });
  // Earlier pages are rendered in small steps, so that the page stays responsive.
  const data = useDeferredValue(query.data);
  const turns = useMemo(() => data?.pages.toReversed().flatMap(({ data }) => data.prompts) ?? [], [data]);
  return { ...query, turns };
}

/** Returns all turns of a chat in order. */
export async function allTurnsOf(chatId: string): Promise<Turn[]> {
  const pages: Turn[][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await askForTurns(chatId, LONGEST_PAGE, { cursor: cursor ?? undefined });
    pages.unshift(page.data.prompts);
    cursor = page.next_cursor;
  } while (cursor);
  return pages.flat();
}

/** Returns what was sent of documents and of the assistant with a turn. Asked for on request, because it can be long. */
export function usePassages(chatId: string | undefined, { createdAt }: Turn, isShown: boolean) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['passages', chatId, createdAt],
    enabled: isShown && chatId !== undefined,
    queryFn: async () => {
      const pages = queries.getQueryData<Pages>(keyOf(chatId!))?.pages ?? [];
      const turns = pages.toReversed().flatMap(({ data }) => data.prompts);
      let left = turns.length - turns.findIndex((turn) => turn.createdAt === createdAt);
      let cursor: string | undefined;
      for (; left > LONGEST_PAGE; left -= LONGEST_PAGE)
        cursor = (await askForTurns(chatId!, LONGEST_PAGE, { cursor })).next_cursor ?? undefined;
      const page = await askForTurns(chatId!, left, { cursor, include: 'restored,passages' });
      const found = page.data.prompts.find((turn) => turn.createdAt === createdAt);
      return { passages: found?.passages ?? [], instruction: found?.instruction };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Returns when the newest shown turn of a chat was made; empty if there is none, undefined if the chat is not loaded. */
export function newestTimeOf(queries: QueryClient, chatId: string | undefined): string | undefined {
  if (chatId === undefined) return '';
  const pages = queries.getQueryData<Pages>(keyOf(chatId))?.pages;
  return pages && (pages[0]?.data.prompts.at(-1)?.createdAt ?? '');
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

/** Loads the shown turns again, because another branch of the chat is current. */
export const reloadTurns = (queries: QueryClient, chatId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(chatId) });

/** Returns a mutation that shows another version of a turn, with the turns that followed it. */
export function useChooseVersion(chatId: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (turnId: string) =>
      ask(
        client.POST('/ai/v1/chat/{chat_id}/version', {
          params: { path: { chat_id: chatId! } },
          body: { turn_id: turnId },
        }),
      ),
    onSuccess: () => reloadTurns(queries, chatId!),
  });
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
