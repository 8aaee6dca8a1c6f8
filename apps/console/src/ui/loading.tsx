import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';
import { FailureNotice } from './notice';

export function Loading() {
  const t = useTexts();
  return (
    <p className="row muted" role="status">
      <span className="spinner" aria-hidden="true" /> {t.common.loading}
    </p>
  );
}

/** Shows the result of a query, or that it is loading, or its failure. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (!query.error) return <Loading />;
  return <FailureNotice error={query.error} onRetry={() => void query.refetch()} />;
}
