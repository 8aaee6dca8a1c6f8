import type { components } from '#api';
import { failureOf, toFailure, type Failure } from '../api/failure';
import { addressOf } from '../settings';
import { Store, useStore } from '../store';

export type Role = components['schemas']['SessionTokenDto']['role'];

/** A login. The access token is kept in memory only. */
export interface Session {
  token: string;
  role: Role;
  userId: string;
  userName: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Whether a second factor must be set up first. */
  forEnrolment: boolean;
}

/** `unknown` until the cookie was tried. */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'out'; failure?: Failure }
  /** The address had an invitation, whatever session there is. */
  | { kind: 'invited'; token: string }
  /** `isOver`: the session has expired. The page stays, and its requests wait for the next login. */
  | { kind: 'in'; session: Session; isOver: boolean };

export interface Credentials {
  userName?: string;
  password?: string;
  otp?: string;
  /** The login code of single sign-on. */
  code?: string;
}

/** The prefix of the login code in the fragment of the address. */
const CODE = '#login_code=';
/** The prefix of an invitation in the fragment of the address. */
const INVITATION = '#invitation=';
const EARLY_MS = 30_000;

/** The service refused the cookie, so retrying without a login is useless. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 401, 403]);
const LOGGED_OUT = 'logged out';

const store = new Store<SessionState>({ kind: 'unknown' });
let renewing: Promise<string | undefined> | undefined;
const personListeners = new Set<(userId: string | undefined) => void>();
const otherTabs = new BroadcastChannel('privacy-chat');
otherTabs.addEventListener('message', ({ data }) => {
  if (data === LOGGED_OUT && store.value.kind === 'in') become({ kind: 'out' });
});

/** Calls `listener` before the page shows a login, with the user's id, or a logout. */
export function onPersonChange(listener: (userId: string | undefined) => void): void {
  personListeners.add(listener);
}

function become(next: SessionState): void {
  const [from, to] = [store.value, next].map((each) =>
    each.kind === 'in' ? each.session.userId : undefined,
  );
  if (from !== to) for (const listener of personListeners) listener(to);
  store.set(next);
}

export const useSessionState = (): SessionState => useStore(store, (state) => state);

/** Returns the session, on screens that require a login. */
export function useSession(): Session {
  const current = useSessionState();
  if (current.kind !== 'in') throw new Error('There is no session');
  return current.session;
}

/**
 * Returns a token that is valid for a while, or undefined without a login. If the session has expired, it waits for the
 * login.
 */
export async function accessToken(): Promise<string | undefined> {
  const state = store.value;
  if (state.kind !== 'in') return undefined;
  const { token, expiresAt, forEnrolment } = state.session;
  const isGood = forEnrolment || expiresAt - EARLY_MS > Date.now();
  return isGood && !state.isOver ? token : renewSession();
}

/**
 * Logs in.
 *
 * @throws Failure if the credentials are refused
 */
export async function logIn(credentials: Credentials): Promise<void> {
  const response = await post('POST', credentials);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response, body);
  const session = sessionOf(body as components['schemas']['SessionTokenDto']);
  become({ kind: 'in', session, isOver: false });
}

/**
 * Starts the session when the page opens: redeems the code of single sign-on, or continues the session of the cookie. An
 * invitation comes first, and the address forgets it.
 */
export async function beginSession(): Promise<void> {
  const { hash } = location;
  if (hash.startsWith(INVITATION)) {
    history.replaceState(null, '', '/');
    become({ kind: 'invited', token: hash.slice(INVITATION.length) });
    return;
  }
  if (!hash.startsWith(CODE)) {
    await renewSession();
    return;
  }
  history.replaceState(null, '', '/');
  await logIn({ code: hash.slice(CODE.length) }).catch(becomeOut);
}

/**
 * Continues the session of the cookie. Concurrent callers share one request. If the session has expired, the promise
 * waits for the next login.
 *
 * @returns undefined without a session, or if another user logs in
 * @throws Failure if the service does not answer
 */
export function renewSession(): Promise<string | undefined> {
  renewing ??= renew().finally(() => (renewing = undefined));
  return renewing;
}

/** Continues the session of the cookie, or shows the login, in place of an invitation. */
export const leaveInvitation = async (): Promise<void> => void (await renewSession());

/** Ends the session at the service, and in every tab of this browser. */
export async function logOut(): Promise<void> {
  const response = await post('DELETE').catch(toFailure);
  otherTabs.postMessage(LOGGED_OUT);
  // The next user must not see the address of this user's conversation.
  history.replaceState(null, '', '/');
  if (response instanceof Response && response.ok) become({ kind: 'out' });
  else becomeOut(response instanceof Response ? failureOf(response, undefined) : response);
}

function becomeOut(thrown: unknown): void {
  become({ kind: 'out', failure: toFailure(thrown) });
}

async function renew(): Promise<string | undefined> {
  const before = store.value.kind === 'in' ? store.value.session.userId : undefined;
  try {
    await logIn({});
    return tokenOf(before);
  } catch (thrown) {
    const state = store.value;
    if (state.kind !== 'in') become({ kind: 'out' });
    else if (NO_SESSION.has(toFailure(thrown).status)) return nextLogin(state.session);
    else throw thrown;
    return undefined;
  }
}

/**
 * Returns a token for `userId` only. Another user may have logged in in another tab, and requests must not be sent in
 * their name.
 */
function tokenOf(userId: string | undefined): string | undefined {
  const state = store.value;
  if (state.kind !== 'in') return undefined;
  return userId === undefined || state.session.userId === userId ? state.session.token : undefined;
}

/**
 * Marks the session as expired.
 *
 * @returns the token of the next login, if the same user logs in
 */
function nextLogin(session: Session): Promise<string | undefined> {
  become({ kind: 'in', session, isOver: true });
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      const state = store.value;
      if (state.kind === 'in' && state.isOver) return;
      stop();
      resolve(tokenOf(session.userId));
    });
  });
}

const post = (method: 'POST' | 'DELETE', body?: Credentials): Promise<Response> =>
  fetch(addressOf('/idm/v1/session'), {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

function sessionOf({ jwtToken, role }: components['schemas']['SessionTokenDto']): Session {
  const { sub, email, exp, aud } = claimsOf(jwtToken);
  return {
    token: jwtToken,
    role,
    userId: sub,
    userName: email,
    expiresAt: exp * 1000,
    forEnrolment: aud.endsWith('/second-factor'),
  };
}

interface Claims {
  sub: string;
  email: string;
  exp: number;
  aud: string;
}

function claimsOf(token: string): Claims {
  const part = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(part), (letter) => letter.codePointAt(0)!);
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
}
