import type { KeyRing } from '@app/crypto';

/**
 * Signs what a model thought, so that a client can send it back unchanged but not change or invent it: thoughts are neither
 * searched nor restored. A signature is our HMAC over the organization, the text and the provider's signature, and then
 * the provider's signature.
 */
export class Thoughts {
  constructor(
    private readonly keyRing: KeyRing,
    private readonly organizationId: string,
  ) {}

  /** @param text the thought, or the data of one that the provider encrypted */
  sign(text: string, signature: string): string {
    return `${this.keyRing.hash(PURPOSE, this.signed(text, signature))}.${signature}`;
  }

  /** Returns the provider's signature; undefined if this service did not sign the text for the organization. */
  verify(text: string, signed: string): string | undefined {
    const dot = signed.indexOf('.');
    const [given, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
    const isOurs = dot > 0 && this.keyRing.hashes(PURPOSE, this.signed(text, signature)).includes(given);
    return isOurs ? signature : undefined;
  }

  private signed(text: string, signature: string): string {
    return JSON.stringify([this.organizationId, text, signature]);
  }
}

const PURPOSE = 'gateway-thought';
