import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, isId, baseOf } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { KeyRing } from '@app/crypto';

/** The kinds of stored content that links open, and the path of each below {ai_base}. */
const PATHS = { image: 'images', file: 'files' } as const;
export type LinkedKind = keyof typeof PATHS;

export interface SignedLink {
  id: string;
  expires: string;
  signature: string;
}

/** Creates links with an HMAC over kind, id and expiry, which open stored content without a token. */
@Injectable()
export class SignedLinks {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
  ) {}

  /** Returns a new absolute link, which expires after `ttlMs`. */
  to(kind: LinkedKind, id: string, ttlMs: number): string {
    const expires = String(Math.ceil((this.clock.now().getTime() + ttlMs) / 1000));
    const url = new URL(`${baseOf(this.http.publicBaseUrl)}${this.http.aiBasePath}/${PATHS[kind]}/${id}`);
    const signature = this.keys.hash(purposeOf(kind), signed(id, expires));
    url.search = new URLSearchParams({ expires, signature }).toString();
    return url.toString();
  }

  /** Returns whether this service signed the link for this kind and it has not expired. */
  isGood(kind: LinkedKind, { id, expires, signature }: SignedLink): boolean {
    if (!isId(id) || !/^\d{1,12}$/.test(expires)) return false;
    const given = Buffer.from(signature);
    // Also accepts main keys that only decrypt, because a link outlives a rotation.
    const right = this.keys.hashes(purposeOf(kind), signed(id, expires)).map((hash) => Buffer.from(hash));
    if (!right.some((one) => given.length === one.length && timingSafeEqual(given, one))) return false;
    return Number(expires) * 1000 > this.clock.now().getTime();
  }
}

const purposeOf = (kind: LinkedKind): string => `${kind}-link`;
const signed = (id: string, expires: string): string => `${id.toLowerCase()}:${expires}`;
