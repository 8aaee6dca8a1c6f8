import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authConfig, type AuthConfig, type NamedKey } from '@app/config';

/** RFC 7517: a public key with which others can verify the service's tokens. */
export interface PublicJwk extends JsonWebKey {
  kid: string;
  use: 'sig';
  alg: typeof ALGORITHM;
}

/** RFC 7518, section 3.4: the only algorithm that is used and accepted. */
export const ALGORITHM = 'ES256';

/** The keys of access tokens. The first one signs, all of them verify. */
@Injectable()
export class SigningKeys {
  /** The signing key. */
  readonly current: NamedKey<KeyObject>;
  private readonly verifying: ReadonlyMap<string, KeyObject>;

  constructor(@Inject(authConfig.KEY) { keys }: Pick<AuthConfig, 'keys'>) {
    this.current = keys[0];
    this.verifying = new Map(keys.map(({ id, key }) => [id, createPublicKey(key)]));
  }

  /** Returns the public key of this name. */
  find(kid: string): KeyObject | undefined {
    return this.verifying.get(kid);
  }

  /** Returns the public keys as a set (RFC 7517, section 5). */
  publicKeys(): { keys: PublicJwk[] } {
    const keys = [...this.verifying].map(([kid, key]): PublicJwk => ({
      ...key.export({ format: 'jwk' }),
      kid,
      use: 'sig',
      alg: ALGORITHM,
    }));
    return { keys };
  }
}
