import { useEffect, useState } from 'react';
import type { AroundNavHandler } from 'wouter';
import { useTexts } from '../texts';
import type { Texts } from '../texts/en';
import { Confirm } from './confirm';

interface Guard {
  /** The path of the screen with unsaved changes. */
  pathname: string;
  ask: (leave: () => void) => void;
}

let guard: Guard | undefined;

/** Delays each navigation of the router until the user has confirmed it. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (guard && to !== guard.pathname) guard.ask(() => navigate(to, options));
  else navigate(to, options);
};

// Registered before the router's own listener, which would show the other screen.
window.addEventListener('popstate', (event) => {
  const target = location.pathname;
  if (!guard || target === guard.pathname) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', guard.pathname);
  guard.ask(() => history.pushState(null, '', target));
});

/**
 * While it is rendered, asks before the user leaves the screen: by a link, by the browser's buttons, or by closing the
 * page.
 *
 * @param words what is lost; undefined: unsaved changes
 */
export function LeaveGuard({ words }: { words?: Texts['leaving'] }) {
  const t = useTexts();
  const { title, text, leave: action } = words ?? t.leaving;
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    guard = { pathname: location.pathname, ask: (next) => setLeave(() => next) };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      guard = undefined;
      window.removeEventListener('beforeunload', onUnload);
    };
  }, []);
  if (!leave) return null;
  return (
    <Confirm
      title={title}
      text={text}
      action={action}
      onConfirm={async () => leave()}
      onClose={() => setLeave(undefined)}
    />
  );
}
