import type { KeyRing } from '@app/crypto';

/**
 * Signs what a model thought, so that a client can send it back unchanged but not change or invent it: thoughts are neither
 * searched nor restored. A signature is our HMAC over the scope, the text and the provider's signature, and then the
 * provider's signature.
 */
export class Thoughts {
  constructor(
    private readonly keyRing: KeyRing,
    /** The calls in which a thought is valid: those of an organization with one model and the same values hidden. */
    private readonly scope: string,
  ) {}

  /** @param text the thought, or the data of one that the provider encrypted */
  sign(text: string, signature: string): string {
    return `${this.keyRing.hash(PURPOSE, this.signed(text, signature))}.${signature}`;
  }

  /** Returns the provider's signature; undefined if this service did not sign the text in this scope. */
  verify(text: string, signed: string): string | undefined {
    const dot = signed.indexOf('.');
    const [given, signature] = [signed.slice(0, dot), signed.slice(dot + 1)];
    const isOurs = dot > 0 && this.keyRing.hashes(PURPOSE, this.signed(text, signature)).includes(given);
    return isOurs ? signature : undefined;
  }

  private signed(text: string, signature: string): string {
    return JSON.stringify([this.scope, text, signature]);
  }
}

const PURPOSE = 'gateway-thought';
