import { ANSWER_BOUNDS, boundedAnswer } from '@app/common';
import type { AddressRules, NameResolver, PinnedClient } from '@app/ssrf-guard';
import { locate, readTarget, type Target } from '@app/ssrf-guard';

export const MAX_IMAGE_BYTES = 20 * 1024 ** 2;

/**
 * Fetches an image from a URL in the provider's answer, under the rules for untrusted addresses (contract: Webhooks).
 */
export class FetchImage {
  constructor(
    /** The origin of the image server, which may be internal. */
    private readonly ownOrigin: string,
    private readonly rules: AddressRules,
    private readonly resolver: NameResolver,
    private readonly client: PinnedClient,
  ) {}

  /** @throws Error if the address is refused, or if it does not return at most 20 MiB */
  async execute(url: string, signal: AbortSignal): Promise<Buffer> {
    const { target, addresses } = await this.find(url);
    const headers = { accept: 'image/png, image/jpeg, image/webp' };
    const response = await this.client.send({
      target,
      address: addresses[0]!,
      method: 'GET',
      headers,
      signal,
    });
    try {
      if (response.statusCode !== 200) throw new Error('The image could not be fetched');
      const chunks: Uint8Array[] = [];
      const bounds = { ...ANSWER_BOUNDS, bytes: MAX_IMAGE_BYTES };
      for await (const chunk of boundedAnswer<Buffer>(response, bounds, false)) chunks.push(chunk);
      return Buffer.concat(chunks);
    } finally {
      response.destroy();
    }
  }

  private async find(url: string): Promise<{ target: Target; addresses: readonly string[] }> {
    if (URL.canParse(url) && new URL(url).origin === this.ownOrigin) return this.findOwn(new URL(url));
    const target = readTarget(url, false);
    const location = target && (await locate(target, this.rules, this.resolver));
    if (!target || location?.kind !== 'allowed') throw new Error('The address of the image is refused');
    return { target, addresses: location.addresses };
  }

  /** Allows the image server at any port and in any network, because the operator configured it. */
  private async findOwn(url: URL): Promise<{ target: Target; addresses: readonly string[] }> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    return { target: { url, host, port }, addresses: [host] };
  }
}
