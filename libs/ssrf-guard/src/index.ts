/** Keeps calls to addresses that somebody else named away from our own network (SSRF): which may be called, and calling exactly what was checked. */
export { AddressRules } from './address-rules';
export { DnsResolver, NameResolver, type Resolution } from './name-resolver';
export { PinnedClient, type PinnedRequest } from './pinned-client';
export { locate, readTarget, type Location, type Target } from './target';
