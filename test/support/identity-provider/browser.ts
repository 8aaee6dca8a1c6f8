/** A minimal browser for logins: cookies by host, and redirects that a test follows one at a time. */
export class Browser {
  /** Cookies by host and name. Ports share cookies, as in a browser. */
  private readonly jar = new Map<string, string>();

  /** @param options of fetch; redirects are not followed */
  async send(address: string, options: RequestInit = {}): Promise<Response> {
    const { hostname } = new URL(address);
    const cookie = [...this.jar]
      .filter(([key]) => key.startsWith(`${hostname} `))
      .map(([key, value]) => `${key.slice(hostname.length + 1)}=${value}`)
      .join('; ');
    const response = await fetch(address, {
      ...options,
      redirect: 'manual',
      headers: { ...(options.headers as Record<string, string>), ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.keep(hostname, line);
    return response;
  }

  /** Follows redirects within `host`. @returns the first address outside `host`, or the page where the redirects end */
  async follow(address: string, host: string): Promise<{ address: string; response?: Response }> {
    let at = address;
    while (new URL(at).host === host) {
      const response = await this.send(at);
      const next = response.headers.get('location');
      if (!next) return { address: at, response };
      at = new URL(next, at).href;
    }
    return { address: at };
  }

  cookie(name: string): string | undefined {
    return [...this.jar].find(([key]) => key.endsWith(` ${name}`))?.[1];
  }

  setCookie(host: string, name: string, value: string): void {
    this.jar.set(`${host} ${name}`, value);
  }

  private keep(hostname: string, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const key = `${hostname} ${pair.slice(0, at)}`;
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
    if (pair.slice(at + 1) === '' || (expires && new Date(expires).getTime() < Date.now()))
      this.jar.delete(key);
    else this.jar.set(key, pair.slice(at + 1));
  }
}
