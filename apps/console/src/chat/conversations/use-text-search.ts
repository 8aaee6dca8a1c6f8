import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, client, type Schemas } from '../../api/client';

type Found = Schemas['FoundSessionDto'];

/** The shortest text that the service searches for. */
const SHORTEST = 2;
const TYPING_MS = 400;

/**
 * Returns the conversations with all words of a text in one of their turns, the last used first. The service decrypts the
 * texts step by step, so a search says how far it came and continues on request.
 */
export function useTextSearch(text: string) {
  const wanted = useSettled(text.trim());
  const isOn = [...wanted].length >= SHORTEST && wanted === text.trim();
  const query = useInfiniteQuery({
    queryKey: ['conversations', 'texts', wanted],
    enabled: isOn,
    queryFn: ({ pageParam, signal }) =>
      ask(
        client.POST('/ai/v1/sessions/search', {
          body: { text: wanted, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    gcTime: 0,
  });
  const pages = query.data?.pages ?? [];
  return {
    ...query,
    isOn,
    /** Whether no message has the words. */
    isEmpty:
      [...text.trim()].length < SHORTEST ||
      (isOn &&
        query.isSuccess &&
        !query.isFetching &&
        !query.hasNextPage &&
        !pages.some(({ data }) => data.some(hasTurn))),
    isSearching: query.isFetching,
    words: wanted.split(/\s+/),
    /** Without conversations in which only the name has the words: the list of names shows them. */
    found: pages.flatMap(({ data }) => data.filter(hasTurn)),
    searchedUntil: pages.at(-1)?.searched_until,
  };
}

const hasTurn = (found: Found): found is Found & Required<Pick<Found, 'turn'>> => found.turn !== undefined;

/** Returns the text when the user has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
