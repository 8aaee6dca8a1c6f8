import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually, freePort } from '@app/testing';
import { Browser } from './browser';

export const CLIENT_ID = 'privacy-chat';
export const CLIENT_SECRET = 'f2c41e0d7c5d4b76a41f0c8a4f5d1be3';

export interface Claims {
  email?: string;
  email_verified?: boolean;
  organization?: string;
  groups?: string[];
}

interface Signed {
  claims: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Sign with a foreign key under the same key id. */
  foreign?: boolean;
}

/** A single sign-on provider in its own process. */
export class IdentityProvider {
  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const port = await freePort();
    const script = join(__dirname, 'provider.mjs');
    const child = spawn(process.execPath, [script, String(port)], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(said);
      if (!said.includes('ready')) throw new Error('The provider is not ready');
    });
    return new IdentityProvider(`http://127.0.0.1:${port}`, child);
  }

  /** Returns the settings of a service that uses this provider. */
  settings(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
  }

  /** Registers the service at an address as a client. */
  async admit(base: string): Promise<void> {
    await this.control('client', {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${base}/idm/v1/oidc/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
      backchannel_logout_uri: `${base}/idm/v1/oidc/backchannel-logout`,
      backchannel_logout_session_required: true,
    });
  }

  /** Sets the known users, by `sub`. */
  async people(people: Record<string, Claims>): Promise<void> {
    await this.control('people', people);
  }

  async accessTokenTtl(seconds: number): Promise<void> {
    await this.control('accessTokenTtl', seconds);
  }

  /** Makes the provider sign with a new key and publish only that key. */
  async rotateKeys(kid: string): Promise<void> {
    await this.control('rotate', kid);
  }

  sign(signed: Signed): Promise<string> {
    return this.control('sign', signed);
  }

  /** Logs a user in at the page that `address` leads to. @returns the address that the provider redirects to */
  async logIn(browser: Browser, address: string, sub: string): Promise<string> {
    const { host } = new URL(this.issuer);
    const page = await browser.follow(address, host);
    if (!page.response) return page.address;
    const body = new URLSearchParams({ login: sub });
    const sent = await browser.send(page.address, { method: 'POST', body });
    return (await browser.follow(new URL(sent.headers.get('location')!, page.address).href, host)).address;
  }

  /** Logs the browser out at the provider, which notifies the service. */
  async logOut(browser: Browser): Promise<void> {
    const form = await (await browser.send(`${this.issuer}/session/end`)).text();
    const xsrf = /name="xsrf" value="(\w+)"/.exec(form)?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await browser.send(`${this.issuer}/session/end/confirm`, { method: 'POST', body });
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }

  private async control<T>(name: string, value: unknown): Promise<T> {
    const body = JSON.stringify({ [name]: value });
    const response = await fetch(`${this.issuer}/control`, { method: 'POST', body });
    return ((await response.json()) as { result: T }).result;
  }
}
