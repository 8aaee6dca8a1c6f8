/** Calling addresses that somebody else named: which may be called, and calling exactly what was checked. */
export { AddressRules } from './address-rules';
export { DnsResolver } from './dns-resolver';
export { locate } from './locate';
export type { Location } from './locate';
export { NameResolver } from './name-resolver';
export type { Resolution } from './name-resolver';
export { PinnedClient } from './pinned-client';
export type { PinnedRequest } from './pinned-client';
export { readTarget } from './target';
export type { Target } from './target';
