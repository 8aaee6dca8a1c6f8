import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { toFailure } from './api/failure';
import { stopLiveTurns } from './chat/live/live-turns';
import { LoginScreen } from './session/login-screen';
import { beginSession, useSessionState } from './session/session';
import { Loading } from './ui/loading';

const Inside = lazy(async () => ({ default: (await import('./shell/inside')).Inside }));

const TRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What was refused is refused again; what nobody answered may come.
      retry: (count, error) => count < TRIES && [0, 502, 503, 504].includes(toFailure(error).status),
      staleTime: 10_000,
      refetchOnWindowFocus: false,
    },
  },
});

/** The page: whoever is not logged in sees the login wherever they are, and afterwards what they came for. */
export function App() {
  const state = useSessionState();
  const isOut = state.kind === 'out';
  useEffect(() => {
    void beginSession();
  }, []);
  useEffect(() => {
    if (!isOut) return;
    queries.clear();
    stopLiveTurns();
  }, [isOut]);
  return (
    <QueryClientProvider client={queries}>
      {state.kind === 'in' ? (
        <Suspense fallback={<Waiting />}>
          <Inside />
        </Suspense>
      ) : state.kind === 'out' ? (
        <LoginScreen wasIn={state.wasIn} failure={state.failure} />
      ) : (
        <Waiting />
      )}
    </QueryClientProvider>
  );
}

const Waiting = () => (
  <main className="page">
    <Loading />
  </main>
);
