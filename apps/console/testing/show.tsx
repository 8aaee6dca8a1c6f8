import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import load from '../../../tools/typescript/load.cjs';
import { setPreferences } from '../src/preferences';
import { beginSession, type Role } from '../src/session/session';
import { Service } from './service';

// The time after which a test that waits in vain fails. It is no measure of speed.
configure({ asyncUtilTimeout: 20_000 * load });

/** The user who is logged in. */
export const USER = { id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12', name: 'anna@firma.de' };

/** The service of the running test. */
export let service: Service;

/** The names of the files that the page has offered for download. */
export let downloads: string[];

let reports: jest.SpiedFunction<typeof console.error>;

beforeEach(() => {
  service = new Service();
  downloads = [];
  globalThis.fetch = service.fetch;
  reports = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
});

afterEach(() => {
  const errors = reports.mock.calls;
  jest.restoreAllMocks();
  setPreferences({ language: 'en' });
  // React reports mistakes of components on the console.
  expect([...service.unexpected, ...errors]).toEqual([]);
});

interface Options {
  role?: Role;
  /** Whether the user must set up a second factor first. */
  forEnrolment?: boolean;
  at?: string;
}

/** Shows a part of the page to a user who is logged in, and returns it with a simulated user. */
export async function show(
  screen: ReactNode,
  { role = 'admin', forEnrolment = false, at = '/' }: Options = {},
) {
  history.replaceState(null, '', at);
  const jwtToken = tokenOf(forEnrolment ? { aud: 'privacy-chat/second-factor' } : {});
  service.answers('post', '/idm/v1/session', { jwtToken, role });
  await beginSession();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });
  const page = render(<QueryClientProvider client={queries}>{screen}</QueryClientProvider>);
  return { ...page, user: userEvent.setup({ delay: null }) };
}

/** Enters a text at once: a test that presses each key takes several times as long. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Returns an access token as the page reads it. @param claims claims that differ from those of the user */
export function tokenOf(claims: object = {}): string {
  const usual = {
    sub: USER.id,
    email: USER.name,
    exp: Math.ceil(Date.now() / 1000) + 3600,
    aud: 'privacy-chat',
  };
  return `head.${btoa(JSON.stringify({ ...usual, ...claims }))}.signature`;
}
