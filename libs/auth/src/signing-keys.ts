import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authConfig, type AuthConfig, type NamedKey } from '@app/config';

/** RFC 7517: a public key as others read it, so that they can verify our tokens. */
export interface PublicJwk extends JsonWebKey {
  kid: string;
  use: 'sig';
  alg: typeof ALGORITHM;
}

/** RFC 7518, section 3.4: the one algorithm that is signed with and accepted. */
export const ALGORITHM = 'ES256';

/** The keys of access tokens: the first one signs, all of them verify. */
@Injectable()
export class SigningKeys {
  /** Signs. */
  readonly current: NamedKey<KeyObject>;
  private readonly verifying: ReadonlyMap<string, KeyObject>;

  constructor(@Inject(authConfig.KEY) { keys }: Pick<AuthConfig, 'keys'>) {
    this.current = keys[0];
    this.verifying = new Map(keys.map(({ id, key }) => [id, createPublicKey(key)]));
  }

  /** The public key of this name, if it is one of ours. */
  find(kid: string): KeyObject | undefined {
    return this.verifying.get(kid);
  }

  /** RFC 7517, section 5: the public keys as a set. */
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
