import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { toFailure } from './api/failure';
import { openWork } from './chat/work/work';
import { openWishes } from './preferences';
import { LoginDialog, LoginScreen } from './session/login-screen';
import { beginSession, onPersonChange, useSessionState } from './session/session';
import { openTranscription } from './transcribe/kept-transcription';
import { loadPart } from './ui/load-part';
import { Loading } from './ui/loading';
import { ScreenBoundary } from './ui/screen-boundary';

const Invitation = loadPart(async () => (await import('./session/invitation-screen')).InvitationScreen);
const Inside = loadPart(async () => (await import('./shell/inside')).Inside);

const TRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Refusals are final. If the service did not answer, a retry may succeed.
      retry: (count, error) => count < TRIES && [0, 502, 503, 504].includes(toFailure(error).status),
      staleTime: 10_000,
      refetchOnWindowFocus: false,
    },
  },
});

onPersonChange((userId) => {
  queries.clear();
  openWishes(userId);
  openWork(userId);
  openTranscription(userId);
});

/** The page. Shows the login on every address if there is no session, and over the page if the session has expired. */
export function App() {
  const state = useSessionState();
  useEffect(() => {
    void beginSession();
  }, []);
  return (
    <QueryClientProvider client={queries}>
      {state.kind === 'in' ? (
        <>
          <ScreenBoundary key={state.session.userId} as="main">
            <Suspense fallback={<Waiting />}>
              <Inside />
            </Suspense>
          </ScreenBoundary>
          {state.isOver && <LoginDialog userName={state.session.userName} />}
        </>
      ) : state.kind === 'invited' ? (
        <ScreenBoundary as="main">
          <Suspense fallback={<Waiting />}>
            <Invitation token={state.token} />
          </Suspense>
        </ScreenBoundary>
      ) : state.kind === 'out' ? (
        <LoginScreen failure={state.failure} />
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
