import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useTexts } from '../texts';
import { Button } from './button';

interface PageOf<Row> {
  data: Row[];
  next_cursor?: string | null;
}

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

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

export function More({ query }: MoreProps) {
  const t = useTexts();
  if (!query.hasNextPage) return null;
  return (
    <div className="row">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t.common.more}
      </Button>
    </div>
  );
}
