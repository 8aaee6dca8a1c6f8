import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ask, client } from '../../api/client';
import { dropWork } from '../work/work';

const KEY = ['conversations'];
const PAGE = 200;

/**
 * Returns the user's conversations with matching names: pinned ones first, then by last use. Names are encrypted at rest, so the page
 * searches them itself and fetches them all.
 */
export function useConversations(search: string) {
  const query = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) =>
      ask(
        client.GET('/ai/v1/sessions', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const wanted = search.trim().toLocaleLowerCase();
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching) void fetchNextPage();
  }, [wanted, hasNextPage, isFetching, fetchNextPage]);
  const conversations = useMemo(
    () =>
      (data?.pages.flatMap(({ data }) => data) ?? []).filter(({ name }) =>
        name.toLocaleLowerCase().includes(wanted),
      ),
    [data, wanted],
  );
  return { ...query, conversations };
}

/** The number of conversations in which the page shows more of what it does. */
const FIRST = 3;

/** Returns whether the user has at most a few conversations. */
export function useIsBeginner(): boolean {
  const { isSuccess, conversations } = useConversations('');
  return isSuccess && conversations.length <= FIRST;
}

export function useRename() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { session_id: string; new_name: string }) =>
      ask(client.POST('/ai/v1/rename-session', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Returns a mutation that pins a conversation to the top of the list, or releases it. */
export function usePin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) => {
      const params = { path: { session_id: id } };
      return ask(
        pinned
          ? client.PUT('/ai/v1/sessions/{session_id}/pin', { params })
          : client.DELETE('/ai/v1/sessions/{session_id}/pin', { params }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useDelete() {
  const queries = useQueryClient();
  return async (id: string) => {
    await ask(client.DELETE('/ai/v1/delete-session/{session_id}', { params: { path: { session_id: id } } }));
    dropWork(id);
    queries.removeQueries({ queryKey: ['turns', id] });
    await queries.invalidateQueries({ queryKey: KEY });
  };
}
