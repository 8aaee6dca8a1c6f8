import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf } from '../api/pages';
import { useTexts } from '../texts';
import { Button } from './button';
import { Loading } from './loading';
import { FailureNotice } from './notice';

/** Returns the rows of the pages of a list that were loaded so far. */
export function usePaged<Row>(queryKey: QueryKey, ask: (cursor?: string) => Promise<PageOf<Row>>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return { ...query, rows: query.data?.pages.flatMap(({ data }) => data) };
}

interface Props<Row> {
  query: ReturnType<typeof usePaged<Row>>;
  children: (rows: Row[]) => ReactNode;
}

/** Shows the rows that were loaded, or that they are loading, or why not, and a button for the next page. */
export function Paged<Row>({ query, children }: Props<Row>) {
  const t = useTexts();
  const { rows, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    query;
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch());
  return (
    <>
      {rows && children(rows)}
      {!rows && !error && <Loading />}
      {error ? (
        <FailureNotice error={error} onRetry={retry} />
      ) : (
        hasNextPage && (
          <div className="row">
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.common.more}
            </Button>
          </div>
        )
      )}
    </>
  );
}
