import { useSyncExternalStore } from 'react';
import type { components } from '#api';
import { failureOf, toFailure, type Failure } from '../api/failure';
import { addressOf } from '../settings';

export type Role = components['schemas']['SessionTokenDto']['role'];

/** Who is logged in. The access token is kept in memory alone. */
export interface Session {
  token: string;
  role: Role;
  userName: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** A second factor has to be set up before anything else. */
  forEnrolment: boolean;
}

/** `unknown` until the cookie was tried. */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'out'; wasIn: boolean; failure?: Failure }
  | { kind: 'in'; session: Session };

export interface Credentials {
  userName?: string;
  password?: string;
  otp?: string;
  /** Of single sign-on. */
  code?: string;
}

/** What single sign-on brings back in the fragment of the address. */
const CODE = '#login_code=';
const EARLY_MS = 30_000;

let state: SessionState = { kind: 'unknown' };
let renewing: Promise<string | undefined> | undefined;
const listeners = new Set<() => void>();

function become(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const useSessionState = (): SessionState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

/** Of somebody who is logged in: for what is shown to them alone. */
export function useSession(): Session {
  const current = useSessionState();
  if (current.kind !== 'in') throw new Error('Nobody is logged in');
  return current.session;
}

/** A token that is good for a while yet; undefined where nobody is logged in. */
export async function accessToken(): Promise<string | undefined> {
  if (state.kind !== 'in') return undefined;
  const { token, expiresAt, forEnrolment } = state.session;
  return forEnrolment || expiresAt - EARLY_MS > Date.now() ? token : renewSession();
}

/** @throws Failure where the credentials are refused */
export async function logIn(credentials: Credentials): Promise<void> {
  const response = await post('POST', credentials);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response, body);
  become({ kind: 'in', session: sessionOf(body as components['schemas']['SessionTokenDto']) });
}

/** When the page opens: redeems the code that single sign-on came back with, or goes on with the session of the cookie. */
export async function beginSession(): Promise<void> {
  const { hash } = location;
  if (!hash.startsWith(CODE)) {
    await renewSession();
    return;
  }
  history.replaceState(null, '', '/');
  await logIn({ code: hash.slice(CODE.length) }).catch(becomeOut);
}

/** Goes on with the session of the cookie, once for however many ask; where there is none, nobody is logged in. */
export function renewSession(): Promise<string | undefined> {
  renewing ??= renew().finally(() => (renewing = undefined));
  return renewing;
}

/** Ends the session here and at the service. */
export async function logOut(): Promise<void> {
  const response = await post('DELETE').catch(toFailure);
  if (response instanceof Response && response.ok) become({ kind: 'out', wasIn: false });
  else becomeOut(response instanceof Response ? failureOf(response, undefined) : response);
}

function becomeOut(thrown: unknown): void {
  become({ kind: 'out', wasIn: false, failure: toFailure(thrown) });
}

async function renew(): Promise<string | undefined> {
  try {
    await logIn({});
  } catch {
    // Whatever the reason, there is no token to go on with: the page asks for a login, and keeps its address.
    become({ kind: 'out', wasIn: state.kind === 'in' });
    return undefined;
  }
  return state.kind === 'in' ? state.session.token : undefined;
}

const post = (method: 'POST' | 'DELETE', body?: Credentials): Promise<Response> =>
  fetch(addressOf('/idm/v1/session'), {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

function sessionOf({ jwtToken, role }: components['schemas']['SessionTokenDto']): Session {
  const { email, exp, aud } = claimsOf(jwtToken);
  return {
    token: jwtToken,
    role,
    userName: email,
    expiresAt: exp * 1000,
    forEnrolment: aud.endsWith('/second-factor'),
  };
}

function claimsOf(token: string): { email: string; exp: number; aud: string } {
  const part = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(part), (letter) => letter.codePointAt(0)!);
  return JSON.parse(new TextDecoder().decode(bytes)) as { email: string; exp: number; aud: string };
}
