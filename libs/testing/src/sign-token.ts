import { sign, type KeyObject } from 'node:crypto';

/** Returns a JWT with any header and claims, signed with ES256 whatever the header says. Libraries issue no invalid ones. */
export function signToken(header: object, claims: object, key: KeyObject): string {
  const unsigned = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `${unsigned}.${signature.toString('base64url')}`;
}
