import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Loading } from './loading';
import { FailureNotice } from './notice';
import { Page } from './page';

interface Props<T> {
  query: UseQueryResult<T>;
  /** The title until the content is known. */
  title: string;
  /** The list to return to if the content cannot be shown: its address and a label. */
  back: readonly [string, string];
  children: (data: T) => ReactNode;
}

/** The screen of one thing: its content, or that it is loading, or why it cannot be shown and a way back. */
export function LoadedPage<T>({ query: { data, error, refetch }, title, back, children }: Props<T>) {
  if (data !== undefined) return <>{children(data)}</>;
  const [address, label] = back;
  return (
    <Page title={title}>
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()}>
          <Link className="button small" href={address}>
            {label}
          </Link>
        </FailureNotice>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
